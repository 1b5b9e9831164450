import { randomUUID } from 'node:crypto';
import type { Batch, ConnectionClient } from '@sluice/contracts';
import {
  attackedQueues,
  startService,
  targetConnection,
  until,
  type TestClient,
  type TestService,
} from '@sluice/testkit';
import t from 'tap';

const path = '/api/connection-clients';
const pidSql = 'select pg_backend_pid()';

/** Requests of an API user about a connection client. */
const helpers = ({ connectionId }: TestService, admin: TestClient) => ({
  open: () => admin.json<ConnectionClient>('POST', path, { connectionId }),
  submit: (connectionClientId: string, batchText: string) =>
    admin.json<Batch>('POST', '/api/batches', { connectionId, connectionClientId, batchText }),
  status: async (id: string) => (await admin.request('GET', `${path}/${id}`)).status,
});

const valueOf = async (admin: TestClient, batch: Batch): Promise<unknown> =>
  (await admin.rows(batch.statements.at(-1)!.id))[0]?.[0];

for (const queue of attackedQueues('postgres')) {
  t.test(`connection clients with the queue on ${queue}`, async (t) => {
    const service = await startService({
      queue,
      workers: 2,
      settings: { SERVICE_CLIENT_KEEP_ALIVE_SECONDS: '4', SERVICE_WORKER_LEASE_MS: '3000' },
    });
    t.teardown(() => service.stop());
    const { admin, connectionId } = service;
    const { open, submit, status } = helpers(service, admin);
    const run = async (clientId: string, sql: string) =>
      admin.finalBatch((await submit(clientId, sql)).id);
    const alive = new Set<string>();
    const keeping = setInterval(() => {
      for (const id of alive) void admin.request('PUT', `${path}/${id}`).catch(() => undefined);
    }, 1_000);
    t.teardown(() => {
      clearInterval(keeping);
    });

    t.test('keep one session with its state between batches', async (t) => {
      const client = await open();
      alive.add(client.id);
      t.match(client, { connectionId, name: 'Target' });
      t.ok(Date.parse(client.expiresAt) > Date.parse(client.connectedAt));
      await run(client.id, 'create temporary table kept (n int); insert into kept values (7)');
      await run(client.id, 'begin; insert into kept values (8)');
      t.equal(await valueOf(admin, await run(client.id, 'select sum(n)::int from kept')), 15);
      await run(client.id, 'rollback');
      t.equal(await valueOf(admin, await run(client.id, 'select sum(n)::int from kept')), 7);
      t.same(
        (await admin.json<ConnectionClient[]>('GET', path)).map((each) => each.id),
        [client.id],
      );
      alive.delete(client.id);
      await admin.json('DELETE', `${path}/${client.id}`);
      t.equal(await status(client.id), 404);
    });

    t.test('run one batch at a time, and the others report why they wait', async (t) => {
      const client = await open();
      alive.add(client.id);
      const long = await submit(client.id, 'select pg_sleep(30)');
      await admin.startedBatch(long.id);
      const waiting = await Promise.all([1, 2, 3].map(() => submit(client.id, pidSql)));
      const { waitReason } = await admin.json<Batch>('GET', `/api/batches/${waiting[2]!.id}`);
      t.equal(waitReason, 'client_busy');
      t.equal(
        (await admin.run(connectionId, 'select 1')).status,
        'finished',
        'other batches continue',
      );
      await admin.json('PUT', `/api/batches/${long.id}/cancel`);
      const done = await Promise.all(waiting.map((batch) => admin.finalBatch(batch.id)));
      const pids = new Set(await Promise.all(done.map((batch) => valueOf(admin, batch))));
      t.equal(pids.size, 1, 'all on the same session');
      t.equal((await admin.finalBatch(long.id)).status, 'cancelled');
      alive.delete(client.id);
      await admin.json('DELETE', `${path}/${client.id}`);
    });

    t.test('belong to the user who opened them and to their connection', async (t) => {
      const other = await service.addEditor('other@example.com');
      const client = await open();
      const asked = (method: string) => other.request(method, `${path}/${client.id}`);
      for (const method of ['GET', 'PUT', 'DELETE']) t.equal((await asked(method)).status, 403);
      t.equal((await other.request('GET', path)).status, 403, 'only admins see all clients');
      const body = { connectionId, connectionClientId: client.id, batchText: 'select 1' };
      t.equal((await other.request('POST', '/api/batches', body)).status, 403);
      const theirs = await other.json<ConnectionClient>('POST', path, { connectionId });
      t.equal((await admin.request('PUT', `${path}/${theirs.id}`)).status, 403);
      const forged = randomUUID();
      await service.database.query(`
        with batch as (
          insert into batches (id, connection_id, connection_client_id, status, batch_text, user_id, tenant)
          values ('${forged}', '${connectionId}', '${client.id}', 'started', '${pidSql}',
            'other@example.com', 'x')
          returning id)
        insert into statements (id, batch_id, sequence, statement_text, start_offset, end_offset, status)
        select gen_random_uuid(), id, 1, '${pidSql}', 0, 23, 'queued' from batch`);
      t.match(await admin.finalBatch(forged), {
        statements: [{ error: { code: 'connection_client_lost', outcome: 'not_run' } }],
      });
      const elsewhere = await admin.json<{ id: string }>(
        'POST',
        '/api/connections',
        targetConnection(service.target.url),
      );
      const crossed = { ...body, connectionId: elsewhere.id };
      t.equal((await admin.request('POST', '/api/batches', crossed)).status, 403);
      await admin.json('DELETE', `${path}/${theirs.id}`);
      t.equal((await other.request('GET', `${path}/${theirs.id}`)).status, 404);
      for (const id of ['nonsense', theirs.id]) {
        t.equal((await admin.request('GET', `${path}/${id}`)).status, 404, id);
      }
      const unknown = await admin.request('POST', path, { connectionId: 'nowhere' });
      t.equal(unknown.status, 400);
      await admin.json('DELETE', `${path}/${client.id}`);
    });

    t.test('close without keep-alive, and a batch runs on no other session', async (t) => {
      const client = await open();
      t.equal((await run(client.id, 'select 1')).status, 'finished');
      await until('the client is closed', async () => (await status(client.id)) === 404);
      const late = await submit(client.id, 'select 1; select 2');
      t.match(await admin.finalBatch(late.id), {
        status: 'error',
        statements: [
          { status: 'error', error: { code: 'connection_client_lost', outcome: 'not_run' } },
          { status: 'cancelled' },
        ],
      });
      await until('its session has ended', async () => {
        const rows = await service.target.query(
          "select from pg_stat_activity where application_name = 'sluice' and datname = current_database()",
        );
        return rows.length === 0;
      });
    });

    t.test('that run a batch outlast their keep-alive', async (t) => {
      const client = await open();
      const batch = await run(client.id, 'select pg_sleep(6)');
      t.equal(batch.status, 'finished');
    });

    t.test('are lost with their session, and the batch reports it', async (t) => {
      const client = await open();
      alive.add(client.id);
      const pid = await valueOf(admin, await run(client.id, pidSql));
      await service.target.query(`select pg_terminate_backend(${String(pid)})`);
      await until('the client is closed', async () => (await status(client.id)) === 404);
      t.match(await run(client.id, 'select 1'), {
        statements: [{ error: { code: 'connection_client_lost' } }],
      });
      alive.delete(client.id);
    });

    t.test('that close during a batch cancel it, and the cancel is confirmed', async (t) => {
      for (let round = 0; round < 5; round++) {
        const client = await open();
        const { id } = await submit(client.id, 'select pg_sleep(60)');
        await admin.startedBatch(id);
        await admin.json('DELETE', `${path}/${client.id}`);
        const batch = await admin.finalBatch(id);
        t.match(batch, { status: 'cancelled', cancel: { outcome: 'confirmed' } });
        t.match(batch.statements, [{ status: 'cancelled', error: { code: 'cancelled' } }]);
      }
    });

    t.test('end with their user', async () => {
      const gone = await service.addEditor('gone@example.com');
      const client = await gone.json<ConnectionClient>('POST', path, { connectionId });
      await service.database.query(
        "update users set disabled = true where id = 'gone@example.com'",
      );
      await until('the client is closed', async () => (await status(client.id)) === 404, 3_000);
    });

    t.test('close with their worker, within its lease', async (t) => {
      const client = await open();
      alive.add(client.id);
      const running = await submit(client.id, 'select pg_sleep(60)');
      await admin.startedBatch(running.id);
      const waiting = await submit(client.id, 'select 1');
      const [row] = await service.database.query<{ pid: number }>(`
        select w.pid from connection_clients k join workers w on w.id = k.worker_id
        where k.id = '${client.id}'`);
      process.kill(row!.pid, 'SIGKILL');
      t.match(await admin.finalBatch(waiting.id, 8_000), {
        statements: [{ error: { code: 'connection_client_lost', outcome: 'not_run' } }],
      });
      t.match(await admin.finalBatch(running.id, 8_000), {
        statements: [{ error: { code: 'worker_lost', outcome: 'unknown' } }],
      });
      t.equal(await status(client.id), 404);
      alive.delete(client.id);
      t.equal(
        (await run((await open()).id, 'select 1')).status,
        'finished',
        'another worker continues',
      );
    });
  });
}
