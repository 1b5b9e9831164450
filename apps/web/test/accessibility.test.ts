import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, openWorkbench, run, untilRun } from './support.js';

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Before anybody signs in. */
const cards = ['/signin', '/signup', '/password-reset/a-link'];

/** Of a saved query and its run, with the chart of the query. */
const pagesOf = (queryId: string, batchId: string): string[] => [
  '/queries',
  '/history',
  `/batches/${batchId}`,
  `/query-table/${queryId}`,
  `/query-chart/${queryId}`,
  '/admin/connections',
  '/admin/access',
  '/admin/users',
  '/admin/service-tokens',
  '/admin/workers',
  '/admin/audit',
  '/profile',
  '/elsewhere',
];

/** The button that opens it, and where. */
const dialogs = [
  { path: '/queries/new', button: 'Shortcuts' },
  { path: '/queries/new', button: 'Properties' },
  { path: '/admin/connections', button: 'Add a connection' },
  { path: '/admin/access', button: 'Give access' },
  { path: '/admin/users', button: 'Add a user' },
  { path: '/admin/service-tokens', button: 'Make a token' },
];

/** What axe has against a page, of those findings that keep people out. */
async function violations(page: Page): Promise<string[]> {
  const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(await readFile(source, 'utf8'));
  const found = await page.evaluate<Violation[]>(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

t.test('axe finds nothing serious on any page, by day and by night', async (t) => {
  const workbench = await openWorkbench({
    // Below a mount path, which no page may forget.
    SERVICE_BASE_URL: '/sub',
    SERVICE_SERVICE_TOKEN_SECRET: 'a secret of its own for service tokens',
  });
  t.teardown(() => workbench.close());
  const { service } = workbench;
  const queryText = "select n, 'text' as t, null as nothing from generate_series(1, 50) n";
  const { id: queryId } = await service.admin.json<{ id: string }>('POST', '/api/queries', {
    name: 'Fifty rows',
    queryText,
    connectionId: service.connectionId,
    chart: { chartType: 'line', fields: { x: 'n', y: 'n' } },
  });
  const page = await workbench.signedIn(adminEmail);
  await page.goto(`${service.baseUrl}/queries/${queryId}`);
  await run(page, queryText);
  await untilRun(page, '50 rows');
  const [batch] = await service.admin.json<{ id: string }[]>('GET', '/api/batches');
  const stranger = await workbench.open('/signin');
  for (const colorScheme of ['light', 'dark'] as const) {
    const inspect = async (shown: Page, path: string, open?: () => Promise<unknown>) => {
      await shown.goto(service.baseUrl + path);
      await shown.waitForLoadState('networkidle');
      await open?.();
      t.same(await violations(shown), [], `${path}, ${colorScheme}`);
    };
    await stranger.emulateMedia({ colorScheme });
    await page.emulateMedia({ colorScheme });
    for (const path of cards) await inspect(stranger, path);
    for (const path of pagesOf(queryId, batch?.id ?? '')) await inspect(page, path);
    await inspect(page, `/queries/${queryId}`, async () => {
      await untilRun(page, '50 rows');
      const chart = page.getByRole('button', { name: 'Chart', exact: true });
      if ((await chart.getAttribute('aria-pressed')) === 'false') await chart.click();
      await page.locator('canvas').first().waitFor();
    });
    for (const { path, button } of dialogs) {
      await inspect(page, path, async () => {
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('dialog').waitFor();
      });
    }
  }
});
