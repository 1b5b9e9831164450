import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { dialogs, privatePages, publicPages } from './every-page.js';
import { geometryProblems, windows } from './geometry-support.js';
import { adminEmail, openWorkbench, run, untilRun } from './support.js';

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
  const workbench = await openWorkbench({
    SERVICE_SERVICE_TOKEN_SECRET: 'a separate secret for service tokens',
  });
  t.teardown(() => workbench.close());
  const { service } = workbench;
  const queryText = "select n, 'text' as t, null as nothing from generate_series(1, 50) n";
  const { id: queryId } = await service.admin.json<{ id: string }>('POST', '/api/queries', {
    name: 'Fifty rows of a query with a name that is too long for a narrow window',
    queryText,
    tags: ['monthly', 'sales', 'europe', 'draft'],
    connectionId: service.connectionId,
    chart: { chartType: 'line', fields: { x: 'n', y: 'n' } },
  });
  // Another version, for the version history.
  await service.admin.json('PUT', `/api/queries/${queryId}`, {
    queryText: `${queryText} limit 50`,
  });
  const page = await workbench.signedIn(adminEmail);
  await page.goto(`${service.baseUrl}/queries/${queryId}`);
  await run(page, queryText);
  await untilRun(page, '50 rows');
  const [batch] = await service.admin.json<{ id: string }[]>('GET', '/api/batches');
  const stranger = await workbench.open('/signin');
  for (const path of publicPages) {
    await stranger.goto(service.baseUrl + path);
    await inEveryWindow(t, stranger, path);
  }
  for (const path of privatePages(queryId, batch?.id ?? '')) {
    await page.goto(service.baseUrl + path);
    await inEveryWindow(t, page, path);
  }
  await page.goto(`${service.baseUrl}/queries/${queryId}`);
  await untilRun(page, '50 rows');
  const chart = page.getByRole('button', { name: 'Chart', exact: true });
  for (const isShown of ['true', 'false']) {
    if ((await chart.getAttribute('aria-pressed')) !== isShown) await chart.click();
    if (isShown === 'true') await page.locator('canvas').first().waitFor();
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
