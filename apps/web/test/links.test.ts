import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import { adminEmail, cell, openWorkbench, untilCell, untilRun } from './support.js';

/** The chart as a file. */
async function picture(page: Page, format: 'PNG' | 'SVG'): Promise<{ name: string; data: Buffer }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Picture' }).click();
  await page.getByRole('menuitem', { name: format }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), data: await readFile(await download.path()) };
}

t.test('pages that are opened by a link', async (t) => {
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
  const page = await workbench.signedIn(adminEmail);
  const open = (path: string) => page.goto(workbench.service.baseUrl + path);
  const countRuns = async () => (await admin.json<unknown[]>('GET', '/api/batches')).length;

  await t.test('a query that was never run says so, and leads to the editor', async (t) => {
    await open(`/query-table/${query.id}`);
    await page.getByText('You have not run this query yet').waitFor();
    await page.getByRole('button', { name: 'Open in the editor' }).click();
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

  await t.test(
    'a run shows what was stored, and is opened in the editor with its rows',
    async (t) => {
      await open(`/batches/${batchId}`);
      await untilRun(page, '12 rows');
      await untilCell(page, 12, 2, '144');
      await page.getByRole('button', { name: 'Open in the editor' }).click();
      await page.getByRole('toolbar', { name: 'Query' }).waitFor();
      await cell(page, 12, 2).filter({ hasText: '144' }).waitFor();
      t.equal(await countRuns(), 1, 'nothing ran again');
    },
  );

  await t.test('the table of a query stands alone', async (t) => {
    await open(`/query-table/${query.id}`);
    await cell(page, 12, 2).filter({ hasText: '144' }).waitFor();
    t.equal(await page.getByRole('textbox', { name: 'SQL' }).count(), 0);
    t.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Totals');
    t.equal(await countRuns(), 1, 'nothing ran again');
  });

  await t.test('the chart of a query stands alone, and is a picture of either kind', async (t) => {
    await open(`/query-chart/${query.id}`);
    await page.getByRole('img', { name: /Totals/ }).waitFor();
    const png = await picture(page, 'PNG');
    t.equal(png.name, 'Totals.png');
    t.equal(png.data.subarray(1, 4).toString(), 'PNG');
    t.ok(png.data.readUInt32BE(16) > 500, 'its width');
    const svg = await picture(page, 'SVG');
    t.equal(svg.name, 'Totals.svg');
    t.match(svg.data.toString(), /^<svg .*day 1/s);
    t.equal(await page.getByRole('grid').count(), 0);
    t.equal(await countRuns(), 1, 'nothing ran again');
  });

  await t.test('what is not there, or not yours, says so', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    for (const place of ['batches', 'query-table', 'query-chart']) {
      await open(`/${place}/${nobody}`);
      await page.getByRole('alert').waitFor();
    }
  });

  await t.test('an address that is none says so, and leads to the editor', async (t) => {
    for (const place of ['/elsewhere', '/admin/users/7']) {
      const answer = await open(place);
      t.equal(answer?.status(), 404, place);
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    }
    await page.getByRole('link', { name: 'To the editor' }).click();
    await page.getByRole('textbox', { name: 'SQL' }).waitFor();
  });

  await t.test('nothing went wrong in the page, and its policy forbade nothing', async (t) => {
    t.same(workbench.problems, []);
  });
});
