import type { ConnectionClient } from '@sluice/contracts';
import { until } from '@sluice/testkit';
import t from 'tap';
import { adminEmail, cell, goOffline, openWorkbench, run, untilRun } from './support.js';

/** A page on a busy machine may be seconds late. */
const keepAliveSeconds = 10;

t.test('a session kept open between runs', async (t) => {
  const workbench = await openWorkbench({
    SERVICE_CLIENT_KEEP_ALIVE_SECONDS: String(keepAliveSeconds),
  });
  t.teardown(() => workbench.close());
  const { admin, target } = workbench.service;
  const page = await workbench.signedIn(adminEmail);
  const toolbar = page.getByRole('toolbar', { name: 'Query' });
  const button = (name: string) => toolbar.getByRole('button', { name, exact: true });
  const isOpen = toolbar.getByRole('status').filter({ hasText: 'Session open' });
  const isLost = toolbar.getByRole('alert').filter({ hasText: 'Session lost' });
  const sessions = () => admin.json<ConnectionClient[]>('GET', '/api/connection-clients');

  await t.test('temporary tables survive to the next run, also after a reload', async () => {
    await button('Connect').click();
    await isOpen.waitFor();
    await run(page, "create temporary table kept as select 'here' as a");
    await untilRun(page, 'Finished');
    await page.reload();
    await isOpen.waitFor();
    await run(page, 'select a from kept');
    await cell(page, 1, 1).filter({ hasText: 'here' }).waitFor();
  });

  await t.test('the open page keeps the session alive past its expiry', async (t) => {
    await until('the session would have expired without the page', async () => {
      const [session] = await sessions();
      if (session === undefined) throw new Error('The session was closed');
      const { connectedAt, lastKeepAliveAt } = session;
      return Date.parse(lastKeepAliveAt) - Date.parse(connectedAt) > keepAliveSeconds * 1_000;
    });
    await run(page, "select a || ' still' as a from kept");
    await cell(page, 1, 1).filter({ hasText: 'here still' }).waitFor();
    t.ok(await isOpen.isVisible());
  });

  await t.test('disconnecting ends the session in the database', async () => {
    await run(page, 'select pg_backend_pid()::text as pid');
    await untilRun(page, '1 row');
    const pid = await cell(page, 1, 1).filter({ hasText: /^\d+$/ }).textContent();
    await button('Disconnect').click();
    await button('Connect').waitFor();
    await until('the backend is gone', async () => {
      const query = 'select pid from pg_stat_activity where pid = $1';
      return (await target.query(query, [pid ?? ''])).length === 0;
    });
  });

  await t.test('a run on a lost session fails and does not run elsewhere', async (t) => {
    await button('Connect').click();
    await isOpen.waitFor();
    await run(page, 'select pg_backend_pid()::text as own_pid');
    await page.getByRole('columnheader', { name: 'own_pid' }).waitFor();
    const ownPid = await cell(page, 1, 1).filter({ hasText: /^\d+$/ }).textContent();
    await target.query('select pg_terminate_backend($1)', [ownPid]);
    await run(page, 'select 1 as never_seen');
    await untilRun(page, 'Failed');
    await isLost.waitFor();
    t.equal(await page.getByRole('columnheader', { name: 'never_seen' }).count(), 0);
    await button('Reconnect').click();
    await isOpen.waitFor();
    await run(page, 'select 2 as seen');
    await page.getByRole('columnheader', { name: 'seen' }).waitFor();
  });

  await t.test('a run on a closed session is not sent to the database', async (t) => {
    const [session, ...others] = await sessions();
    t.same(others, []);
    await admin.json('DELETE', `/api/connection-clients/${String(session?.id)}`);
    await run(page, 'select 3 as never_seen');
    await isLost.waitFor();
    await page.getByText('The statement was not sent to the database').waitFor();
    await button('Reconnect').click();
    await isOpen.waitFor();
  });

  await t.test(
    'a session that expired while offline is reported when the network returns',
    async () => {
      await goOffline(page);
      await until('the session has expired', async () => (await sessions()).length === 0);
      await page.context().setOffline(false);
      await isLost.waitFor();
      await button('Continue without session').click();
      await isLost.waitFor({ state: 'detached' });
      await run(page, "select 'alone' as a");
      await cell(page, 1, 1).filter({ hasText: 'alone' }).waitFor();
    },
  );

  await t.test('no page reported script errors or policy violations', async (t) => {
    t.same(workbench.problems, []);
  });
});
