import t from 'tap';
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

t.test('nothing has height 0, overflows or is cut off in any window, light or dark', async (t) => {
  const { workbench, page, stranger, queryId, batchId } = await openEveryPage(
    'Fifty rows of a query with a name that is too long for a narrow window',
  );
  t.teardown(() => workbench.close());
  const { service } = workbench;
  for (const path of publicPages) {
    await stranger.goto(service.baseUrl + path);
    await inEveryWindow(t, stranger, path);
  }
  for (const path of privatePages(queryId, batchId)) {
    await page.goto(service.baseUrl + path);
    await inEveryWindow(t, page, path);
  }
  await page.goto(`${service.baseUrl}/queries/${queryId}`);
  await untilRun(page, '50 rows');
  for (const isShown of [true, false]) {
    await showChart(page, isShown);
    await inEveryWindow(t, page, `results, chart: ${isShown}`);
  }
  await showRow(page);
  await inEveryWindow(t, page, 'results with a row');
  await page.getByRole('button', { name: 'Close row' }).click();
  await showValues(page);
  await inEveryWindow(t, page, 'values of a column');
  await filterByValue(page);
  await inEveryWindow(t, page, 'filtered results');
  for (const { path, button } of dialogs(queryId)) {
    await page.goto(service.baseUrl + path);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    await inEveryWindow(t, page, button);
  }
  t.same(workbench.problems, []);
});
