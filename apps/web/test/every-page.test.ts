import type { Page } from 'playwright-core';
import t from 'tap';
import { inBothSchemes } from './axe-support.js';
import {
  dialogs,
  filterByValue,
  openEveryPage,
  privatePages,
  publicPages,
  showChart,
  showRow,
  showValues,
} from './every-page.js';
import { inEveryWindow } from './geometry-support.js';
import { untilRun } from './support.js';

t.test('every page fits every window and axe finds no violation, light or dark', async (t) => {
  const { workbench, page, stranger, queryId, batchId } = await openEveryPage(
    'Fifty rows of a query with a name that is too long for a narrow window',
    // With a mount path, which every page must include in its links.
    { SERVICE_BASE_URL: '/sub' },
  );
  t.teardown(() => workbench.close());
  const { baseUrl } = workbench.service;
  const inspect = async (shown: Page, what: string): Promise<void> => {
    await inEveryWindow(t, shown, what);
    // A tooltip under the pointer belongs to the button just clicked.
    await shown.mouse.move(0, 0);
    await shown.getByRole('tooltip').waitFor({ state: 'detached' });
    await inBothSchemes(t, shown, what);
  };
  const visit = async (shown: Page, path: string): Promise<void> => {
    await shown.goto(baseUrl + path);
    await inspect(shown, path);
  };
  for (const path of publicPages) await visit(stranger, path);
  for (const path of privatePages(queryId, batchId)) await visit(page, path);

  await page.goto(`${baseUrl}/queries/${queryId}`);
  await untilRun(page, '50 rows');
  await showChart(page, false);
  await inEveryWindow(t, page, 'results');
  await showChart(page, true);
  await inEveryWindow(t, page, 'results with a chart');
  await showRow(page);
  await inspect(page, 'results with a chart and a row');
  await page.getByRole('button', { name: 'Close row' }).click();
  await showChart(page, false);
  await showRow(page);
  await inEveryWindow(t, page, 'results with a row');
  await page.getByRole('button', { name: 'Close row' }).click();
  await showValues(page);
  await inspect(page, 'values of a column');
  await filterByValue(page);
  await inspect(page, 'filtered results');

  for (const { path, button } of dialogs(queryId)) {
    await page.goto(baseUrl + path);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    await inspect(page, button);
  }
  t.same(workbench.problems, []);
});
