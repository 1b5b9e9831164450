import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChromiumProfile, until } from '@sluice/testkit';
import t from 'tap';
import {
  adminEmail,
  cell,
  openWorkbench,
  run,
  signIn,
  paste,
  untilRun,
  untilRunEnded,
  goOffline,
} from './support.js';

t.test('network failures and closed browsers', async (t) => {
  const workbench = await openWorkbench();
  t.teardown(() => workbench.close());
  const { service } = workbench;
  await service.target.query('create table visits (id int generated always as identity)');
  const insert = 'insert into visits default values returning id';
  const countVisits = async () =>
    (await service.target.query<{ count: number }>('select count(*)::int as count from visits'))[0]
      ?.count;
  const countRuns = async () =>
    (await service.admin.json<unknown[]>('GET', '/api/batches?limit=100')).length;
  const page = await workbench.signedIn(adminEmail);
  const retrying = page.getByText('Retrying to start the run');

  t.test('a part that was opened offline shows when the network returns', async () => {
    await goOffline(page);
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('command-palette'),
    );
    await page.keyboard.press('Control+K');
    await failed;
    await page.context().setOffline(false);
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  t.test('a run submitted offline starts when the network returns', async (t) => {
    await paste(page, insert);
    await untilRunEnded(page);
    await goOffline(page);
    await page.keyboard.press('Control+Enter');
    await retrying.waitFor();
    t.equal(await countVisits(), 0);
    await page.context().setOffline(false);
    await cell(page, 1, 1).filter({ hasText: '1' }).waitFor();
    await retrying.waitFor({ state: 'detached' });
    t.equal(await countVisits(), 1);
  });

  t.test('a lost response does not create a second run', async (t) => {
    const before = await countRuns();
    let lost = 0;
    await page.route('**/api/batches', async (route) => {
      if (route.request().method() !== 'POST' || lost === 2) return route.continue();
      lost++;
      // The service creates the batch, but the response is lost.
      await route.fetch();
      return route.abort();
    });
    await run(page, insert);
    await retrying.waitFor();
    await cell(page, 1, 1).filter({ hasText: '2' }).waitFor();
    await page.unroute('**/api/batches');
    t.equal(lost, 2);
    t.equal(await countVisits(), 2);
    t.equal(await countRuns(), before + 1);
  });

  t.test('after “Stop retrying” the page says that the run may have started', async (t) => {
    await paste(page, insert);
    await untilRunEnded(page);
    await goOffline(page);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Stop retrying' }).click();
    await page.getByText('The run may have started').waitFor();
    await page.context().setOffline(false);
    t.ok(await page.getByRole('button', { name: 'Run', exact: true }).isEnabled());
    t.equal(await countVisits(), 2);
  });

  t.test('failed row reads are retried', async () => {
    await run(page, "select n, 'row ' || n as name from generate_series(1, 20000) n");
    await untilRun(page, '20,000 rows');
    await goOffline(page);
    await page.getByRole('grid').press('Control+End');
    await page.getByRole('alert').filter({ hasText: 'Service unreachable' }).waitFor();
    await page.context().setOffline(false);
    await cell(page, 20_000, 2).filter({ hasText: 'row 20000' }).waitFor();
  });

  t.test('a browser closed during a run restores the run and its rows', async (t) => {
    // The run lasts until the browser has been closed and opened again.
    await service.target.query('create table opened ()');
    await service.target.query(`
      create function gate() returns void language plpgsql as $$ begin
        while not exists (select from opened) loop perform pg_sleep(0.01); end loop;
      end $$`);
    const folder = await mkdtemp(join(tmpdir(), 'sluice-profile-'));
    t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
    const first = await openChromiumProfile(folder);
    const left = await first.newPage();
    await left.goto(workbench.service.baseUrl);
    await signIn(left, adminEmail);
    const steps = 'case when n <= 1000 then pg_sleep(0.002) else gate() end';
    await run(left, `select n, ${steps} from generate_series(1, 1500) n`);
    await left.getByText('rows so far').first().waitFor();
    await first.close();

    const second = await openChromiumProfile(folder);
    t.teardown(() => second.close());
    const found = await second.newPage();
    await found.goto(workbench.service.baseUrl);
    await found
      .getByRole('textbox', { name: 'SQL' })
      .filter({ hasText: 'generate_series(1, 1500)' })
      .waitFor();
    await service.target.query('insert into opened default values');
    await untilRun(found, '1,500 rows');
    await cell(found, 1, 1).filter({ hasText: '1' }).waitFor();
    await until('the query ran once', async () => {
      const runs = await service.admin.json<{ batchText: string }[]>('GET', '/api/batches');
      return runs.filter(({ batchText }) => batchText.includes('1500')).length === 1;
    });
  });

  t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
