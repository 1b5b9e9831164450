import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, cell, openWorkbench, untilCell, untilRun } from './support.js';

/** Exports the chart as a file. */
async function exportChart(
  page: Page,
  format: 'PNG' | 'SVG',
): Promise<{ name: string; data: Buffer }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: format }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), data: await readFile(await download.path()) };
}

t.test('pages opened by link', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const { admin, connectionId } = workbench.service;
  const queryText = "select 'day ' || n as day, n * n as total from generate_series(1, 12) n";
  const query = await admin.json<{ id: string }>('POST', '/api/queries', {
    name: 'Totals',
    queryText,
    connectionId,
    chart: { chartType: 'bar', fields: { barlabel: 'day', barvalue: 'total' } },
  });
  const page = await workbench.signedIn(adminEmail, `/query-table/${query.id}`);
  const open = (path: string) => page.goto(workbench.service.baseUrl + path);
  const countRuns = async () => (await admin.json<unknown[]>('GET', '/api/batches')).length;

  await t.test('a query without runs links to the editor', async (t) => {
    await page.getByText('You have not run this query yet').waitFor();
    await page.getByRole('link', { name: 'Open in editor' }).click();
    await page
      .getByRole('textbox', { name: 'SQL' })
      .filter({ hasText: 'generate_series' })
      .waitFor();
    t.ok(page.url().endsWith(`/queries/${query.id}`));
  });

  const { id: batchId } = await admin.json<{ id: string }>('POST', '/api/batches', {
    connectionId,
    queryId: query.id,
    batchText: queryText,
  });
  await admin.finalBatch(batchId);

  await t.test('a run shows its stored result and opens in the editor', async (t) => {
    await open(`/batches/${batchId}`);
    await untilRun(page, '12 rows');
    await untilCell(page, 12, 2, '144');
    await page.getByRole('button', { name: 'Open in editor' }).click();
    await page.getByRole('toolbar', { name: 'Query' }).waitFor();
    await cell(page, 12, 2).filter({ hasText: '144' }).waitFor();
    t.equal(await countRuns(), 1, 'no query ran again');
  });

  await t.test('the table page shows only the table', async (t) => {
    await open(`/query-table/${query.id}`);
    await cell(page, 12, 2).filter({ hasText: '144' }).waitFor();
    t.equal(await page.getByRole('textbox', { name: 'SQL' }).count(), 0);
    t.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Totals');
    t.equal(await countRuns(), 1, 'no query ran again');
  });

  await t.test('the chart page shows only the chart, which exports as PNG and SVG', async (t) => {
    await open(`/query-chart/${query.id}`);
    await page.getByRole('img', { name: /Totals/ }).waitFor();
    const png = await exportChart(page, 'PNG');
    t.equal(png.name, 'Totals.png');
    t.equal(png.data.subarray(1, 4).toString(), 'PNG');
    t.ok(png.data.readUInt32BE(16) > 500, 'image width');
    const svg = await exportChart(page, 'SVG');
    t.equal(svg.name, 'Totals.svg');
    t.match(svg.data.toString(), /^<svg .*day 1/s);
    t.equal(await page.getByRole('grid').count(), 0);
    t.equal(await countRuns(), 1, 'no query ran again');
  });

  await t.test('a link to a run of another user says that it is not visible', async () => {
    await workbench.service.addEditor('other@example.com');
    const other = await workbench.signedIn('other@example.com', `/batches/${batchId}`);
    await other.getByText('You cannot see this run').waitFor();
    await other.context().close();
  });

  await t.test('a link to rows that are not there says why', async () => {
    const { database } = workbench.service;
    const changed = () =>
      database.query('update batches set version = version + 1 where id = $1::uuid', [batchId]);
    await database.query(
      `update statements set results_path = null, expires_at = now() - interval '1 day'
       where batch_id = $1::uuid`,
      [batchId],
    );
    await changed();
    await open(`/batches/${batchId}`);
    await page.getByText('The rows have expired').waitFor();
    await database.query(`update batches set user_id = 'other@example.com' where id = $1::uuid`, [
      batchId,
    ]);
    await changed();
    await open(`/batches/${batchId}`);
    await page.getByText('The rows are private').waitFor();
  });

  await t.test('unknown runs and queries show an error', async () => {
    const unknownId = '00000000-0000-4000-8000-000000000000';
    for (const place of ['query-table', 'query-chart', 'batches']) {
      await open(`/${place}/${unknownId}`);
      await page.getByRole('alert').waitFor();
    }
    await page.getByText('Run not found').waitFor();
  });

  await t.test('an unknown address shows an error and links to the editor', async (t) => {
    for (const place of ['/unknown', '/admin/users/7']) {
      const answer = await open(place);
      t.equal(answer?.status(), 404, place);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    await page.getByRole('link', { name: 'Open the editor' }).click();
    await page.getByRole('textbox', { name: 'SQL' }).waitFor();
  });

  await t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
