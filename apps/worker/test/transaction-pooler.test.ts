import { startPgbouncer, startService, targetConnection, type PoolMode } from '@sluice/testkit';
import pg from 'pg';
import t from 'tap';

const service = await startService({ queue: 'redis', workersInProcess: true });
t.teardown(() => service.stop());
const { admin, target } = service;
const url = new URL(target.url);
const open = async (mode: PoolMode): Promise<URL> => {
  const pooler = await startPgbouncer({
    serverPort: Number(url.port),
    mode,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  });
  t.teardown(() => pooler.stop());
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${String(pooler.port)}`;
  return pooled;
};
const pooledUrl = await open('transaction');
const pooled = targetConnection(pooledUrl.href);

const connect = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await admin.json<{ id: string }>('POST', '/api/connections', { ...pooled, ...more })).id;

/** Settings that another client of the pool finds. */
const found = async (): Promise<unknown> => {
  const other = new pg.Client(pooledUrl.href);
  await other.connect();
  const { rows } = await other.query(
    `select json_object_agg(name, setting order by name) from pg_settings where name not like 'plpgsql.%'`,
  );
  await other.end();
  return rows;
};

const before = await found();

await t.test('a connection test names the transaction pooler', async (t) => {
  t.match(await admin.json('POST', '/api/test-connection', pooled), {
    warnings: [/transaction pooler.*host and port/, /high privileges/],
  });
  const kept = targetConnection((await open('session')).href);
  const session = { ...kept, data: { ...(kept['data'] as object), sessionPooler: true } };
  t.notMatch(JSON.stringify(await admin.json('POST', '/api/test-connection', session)), /pooler/);
});

await t.test('batches leave the settings of other clients of the pool unchanged', async (t) => {
  for (const more of [{}, { readOnly: true }]) {
    const id = await connect(more);
    t.match(await admin.run(id, `select interval '1 day'; select 1 / 0`), { status: 'error' });
    t.strictSame(await found(), before);
    const batch = await admin.run(id, 'begin; select 1; commit');
    t.match(batch, { status: 'finished' });
    t.strictSame(await found(), before);
  }
});

await t.test('a statement that would change the session is refused with a hint', async (t) => {
  t.match(await admin.run(await connect(), 'set role pg_monitor; select 1'), {
    status: 'error',
    statements: [
      { status: 'error', error: { outcome: 'not_run', title: /^SET /, hint: /host and port/ } },
      {},
    ],
  });
  t.strictSame(await found(), before);
});

await t.test('connection clients and statements to run first are refused', async (t) => {
  const connectionId = await connect();
  const answer = await admin.request('POST', '/api/connection-clients', { connectionId });
  t.equal(answer.status, 400);
  t.match(await answer.json(), { title: /transaction pooler/, detail: /host and port/ });
  const data = {
    ...(pooled['data'] as object),
    preQueryStatements: 'set role pg_monitor; set search_path to s',
  };
  const tested = await admin.request('POST', '/api/test-connection', { ...pooled, data });
  t.equal(tested.status, 400);
  t.match(await tested.json(), { title: /transaction pooler/, detail: /host and port/ });
  t.match(await admin.run(await connect({ data }), 'select 1'), {
    status: 'error',
    statements: [{ error: { outcome: 'not_run', title: /transaction pooler/ } }],
  });
  t.strictSame(await found(), before);
});
