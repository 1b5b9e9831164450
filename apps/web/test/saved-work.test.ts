import { readFile } from 'node:fs/promises';
import t from 'tap';
import { adminEmail, openWorkbench, run, type, untilCell, untilRun } from './support.js';

const annEmail = 'ann@example.com';

t.test('saved queries, stored runs, charts and downloads', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const { service } = workbench;
  await service.addEditor(annEmail);
  await service.admin.json('POST', '/api/connection-accesses', {
    connectionId: service.connectionId,
    userId: annEmail,
  });
  const page = await workbench.signedIn(adminEmail);
  const sql = "select 'day ' || n as day, n * n as total from generate_series(1, 12) n";

  t.test('a query is saved, shared, and opens for another user', async (t) => {
    await run(page, sql);
    await untilRun(page, '12 rows');
    await page.getByRole('textbox', { name: 'SQL' }).click();
    await page.keyboard.press('Control+S');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Totals');
    await dialog.getByLabel('Tags').fill('daily');
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Share with' }).click();
    await page.getByRole('option', { name: /edit/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/queries\/[0-9a-f-]{36}$/);
    const ann = await workbench.signedIn(annEmail);
    await ann.goto(page.url());
    await ann
      .getByRole('textbox', { name: 'SQL' })
      .filter({ hasText: 'generate_series' })
      .waitFor();
    t.equal(ann.url(), page.url());
    await ann.context().close();
  });

  t.test('a conflicting save shows the differences and overwrites nothing', async (t) => {
    const [query] = await service.admin.json<{ id: string }[]>('GET', '/api/queries');
    const path = `/api/queries/${query?.id}`;
    await service.admin.json('PUT', path, { queryText: 'select 1 as theirs' });
    await type(page, 'select 2 as mine');
    await page.keyboard.press('Control+S');
    const dialog = page.getByRole('dialog', { name: /has changed/ });
    await dialog.getByRole('region', { name: 'Differences' }).waitFor();
    t.match(await dialog.textContent(), /select 1 as theirs.*select 2 as mine/s);
    await dialog.getByRole('button', { name: 'Overwrite theirs' }).click();
    await dialog.waitFor({ state: 'hidden' });
    t.match(await service.admin.json('GET', path), { queryText: 'select 2 as mine' });
  });

  t.test('SQL is formatted in the dialect of the connection', async (t) => {
    await type(page, 'select a,b from t where a=1');
    await page.keyboard.press('Shift+Alt+F');
    await page
      .locator('.cm-line')
      .filter({ hasText: /^\s*where$/ })
      .waitFor();
    t.ok((await page.locator('.cm-line').count()) > 4);
  });

  t.test('a chart is shown beside the rows', async () => {
    await run(page, sql);
    await untilRun(page, '12 rows');
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByRole('region', { name: 'Chart' }).getByRole('img').first().waitFor();
    // The grid still shows the rows.
    await untilCell(page, 12, 2, '144');
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
  });

  t.test('rows are downloaded as files', async (t) => {
    const download = async (format: RegExp) => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      await page.getByRole('menuitem', { name: format }).click();
      const file = await downloading;
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
    };
    const csv = await download(/^CSV$/);
    t.match(csv.name, /\.csv$/);
    const lines = csv.bytes.toString('utf8').split('\r\n');
    t.equal(lines.slice(0, 2).join('|'), 'day,total|day 1,1');
    const parquet = await download(/^Parquet/);
    t.match(parquet.name, /\.parquet$/);
    t.equal(parquet.bytes.toString('latin1', 0, 4), 'PAR1');
  });

  t.test('the history lists runs and opens one without running it again', async (t) => {
    await page.getByRole('link', { name: 'History' }).click();
    const runs = page.getByRole('link', { name: /generate_series/ });
    await runs.first().waitFor();
    const before = await runs.count();
    await runs.first().click();
    await page.waitForURL(/\/batches\//);
    await untilRun(page, '12 rows');
    await page.getByRole('link', { name: 'History' }).click();
    await runs.first().waitFor();
    t.equal(await runs.count(), before);
  });

  t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
