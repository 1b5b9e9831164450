import { readFile } from 'node:fs/promises';
import type { ViewRequest } from '@sluice/contracts';
import t from 'tap';
import { adminEmail, openWorkbench, run, untilRun } from './support.js';

/** More rows than a page charts without the service. */
const rowCount = 30_000;
const query = (more = '') =>
  `select 'part ' || n % 7 as part, n as amount${more} from generate_series(1, ${rowCount}) n`;

t.test('charts of all rows of a large result', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const { target } = workbench.service;
  const page = await workbench.signedIn(adminEmail);
  const views: ViewRequest[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/view')) views.push(request.postDataJSON() as ViewRequest);
  });
  const chart = page.getByRole('region', { name: 'Chart' });
  const image = chart.getByRole('img').first();
  const runQuery = async (more?: string): Promise<void> => {
    await run(page, query(more));
    await untilRun(page, '30,000 rows');
  };
  /** Returns the lines of the exported data, without the header. */
  const exported = async (): Promise<string[]> => {
    const downloading = page.waitForEvent('download');
    await chart.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /^CSV/ }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    return text.split('\r\n').slice(1);
  };
  const sums = async (): Promise<string[]> => {
    const rows = await target.query<{ line: string }>(
      `select part || ',' || sum(amount) as line from (${query()}) t group by part`,
    );
    return rows.map(({ line }) => line).sort();
  };

  await t.test('the service aggregates them, and the page reads none', async (t) => {
    await runQuery();
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await image.waitFor();
    t.ok(views.length > 0 && views.every(({ groupBy }) => groupBy !== undefined), 'only groups');
    t.same((await exported()).sort(), await sums());
  });

  await t.test('settings change the chart', async (t) => {
    await chart.getByRole('button', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('combobox', { name: 'Aggregation' }).click();
    await settings.getByRole('option', { name: 'Count' }).click();
    await page.keyboard.press('Escape');
    await chart.getByRole('img', { name: /aggregation: count/ }).waitFor();
    const counts = (await exported()).map((line) => Number(line.split(',')[1]));
    t.equal(
      counts.reduce((sum, count) => sum + count, 0),
      rowCount,
    );
  });

  await t.test('the full width hides the rows', async () => {
    await chart.getByRole('button', { name: 'Full width' }).click();
    await page.getByRole('grid').waitFor({ state: 'hidden' });
    await chart.getByRole('button', { name: 'Show rows' }).click();
    await page.getByRole('grid').waitFor();
  });

  await t.test(
    'a chart of missing columns names them and returns to the automatic one',
    async () => {
      await run(page, 'select 1 as other, 2 as another');
      await untilRun(page, '1 row');
      await chart.getByRole('status').filter({ hasText: 'has no column “part”' }).waitFor();
      await chart.getByRole('button', { name: 'Use the automatic chart' }).click();
      await chart.locator('.big-number').waitFor();
    },
  );

  await t.test(
    'without an answer of the service it covers the first rows, and says so',
    async () => {
      await page.route('**/view', (route) => route.abort());
      await runQuery(', 1 as more');
      await chart.getByText('The chart covers the first 10,000 of 30,000 rows.').waitFor();
      await image.waitFor();
      await page.unroute('**/view');
    },
  );

  t.same(workbench.problems, []);
});
