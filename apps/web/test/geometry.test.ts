import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { dialogs, openEveryPage, privatePages, publicPages, showChart } from './every-page.js';
import { geometryProblems, windows } from './geometry-support.js';
import { untilRun } from './support.js';

/** Checks a page in every window, light and dark; one load shows that it follows a change of the window, too. */
async function inEveryWindow(t: Test, page: Page, what: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const [name, size] of Object.entries(windows)) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      t.same(await geometryProblems(page), [], `${what}, ${name}, ${colorScheme}`);
    }
  }
  await page.setViewportSize(windows['1440 × 900']);
}

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
  for (const { path, button } of dialogs(queryId)) {
    await page.goto(service.baseUrl + path);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    await inEveryWindow(t, page, button);
  }
  t.same(workbench.problems, []);
});
