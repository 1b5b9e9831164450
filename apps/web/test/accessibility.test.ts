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

const pages = [
  '/queries',
  '/history',
  '/admin/connections',
  '/admin/access',
  '/admin/users',
  '/admin/service-tokens',
  '/admin/workers',
  '/admin/audit',
  '/profile',
  '/elsewhere',
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
  const stranger = await workbench.open('/signin');
  await stranger.getByRole('heading', { name: 'Sign in to Sluice' }).waitFor();
  t.same(await violations(stranger), [], '/signin');
  const page = await workbench.signedIn(adminEmail);
  await run(page, "select n, 'text' as t, null as nothing from generate_series(1, 50) n");
  await untilRun(page, '50 rows');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${workbench.service.baseUrl}/queries/new`);
    await untilRun(page, '50 rows');
    t.same(await violations(page), [], `/queries/new, ${colorScheme}`);
    for (const path of pages) {
      await page.goto(workbench.service.baseUrl + path);
      await page.waitForLoadState('networkidle');
      t.same(await violations(page), [], `${path}, ${colorScheme}`);
    }
  }
});
