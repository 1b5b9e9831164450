import t from 'tap';
import { dialogs, privatePages, publicPages } from './every-page.js';
import { geometryProblems, windows } from './geometry-support.js';
import { adminEmail, openWorkbench, run, untilRun } from './support.js';

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
  for (const [name, size] of Object.entries(windows)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [shown, paths] of [
        [stranger, publicPages],
        [page, privatePages(queryId, batch?.id ?? '')],
      ] as const) {
        await shown.setViewportSize(size);
        await shown.emulateMedia({ colorScheme });
        for (const path of paths) {
          await shown.goto(service.baseUrl + path);
          await shown.waitForLoadState('networkidle');
          t.same(await geometryProblems(shown), [], `${path}, ${name}, ${colorScheme}`);
        }
      }
      await page.goto(`${service.baseUrl}/queries/${queryId}`);
      await untilRun(page, '50 rows');
      const chart = page.getByRole('button', { name: 'Chart', exact: true });
      for (const isShown of ['true', 'false']) {
        if ((await chart.getAttribute('aria-pressed')) !== isShown) await chart.click();
        if (isShown === 'true') await page.locator('canvas').first().waitFor();
        const problems = await geometryProblems(page);
        t.same(problems, [], `results, chart: ${isShown}, ${name}, ${colorScheme}`);
      }
    }
    for (const { path, button } of dialogs(queryId)) {
      await page.goto(service.baseUrl + path);
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
      t.same(await geometryProblems(page), [], `${button}, ${name}`);
    }
  }
  t.same(workbench.problems, []);
});
