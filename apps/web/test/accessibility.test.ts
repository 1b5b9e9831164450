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
import { untilRun } from './support.js';

t.test('axe finds no violation on any page, light or dark', async (t) => {
  const { workbench, page, stranger, queryId, batchId } = await openEveryPage('Fifty rows', {
    // With a mount path, which every page must include in its links.
    SERVICE_BASE_URL: '/sub',
  });
  t.teardown(() => workbench.close());
  const { service } = workbench;
  const inspect = async (shown: Page, path: string, open?: () => Promise<unknown>) => {
    await shown.goto(service.baseUrl + path);
    await shown.waitForLoadState('networkidle');
    await open?.();
    // A tooltip under the pointer belongs to the button just clicked.
    await shown.mouse.move(0, 0);
    await shown.getByRole('tooltip').waitFor({ state: 'detached' });
    await inBothSchemes(t, shown, path);
  };
  for (const path of publicPages) await inspect(stranger, path);
  for (const path of privatePages(queryId, batchId)) await inspect(page, path);
  await inspect(page, `/queries/${queryId}`, async () => {
    await untilRun(page, '50 rows');
    await showChart(page, true);
    await showRow(page);
  });
  await inspect(page, `/queries/${queryId}`, async () => {
    await untilRun(page, '50 rows');
    await showValues(page);
  });
  await inspect(page, `/queries/${queryId}`, async () => {
    await untilRun(page, '50 rows');
    await showValues(page);
    await filterByValue(page);
  });

  for (const { path, button } of dialogs(queryId)) {
    await inspect(page, path, async () => {
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
    });
  }
});
