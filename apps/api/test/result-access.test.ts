import { randomUUID } from 'node:crypto';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { AuditEvent, Batch } from '@sluice/contracts';
import { createWorkerRepository } from '@sluice/database';
import { openFileResultStore } from '@sluice/results';
import { until } from '@sluice/testkit';
import t, { type Test } from 'tap';
import { claimAsWorker, numberRows } from './execution-worker.js';
import {
  adminEmail,
  adminPassword,
  type ApiClient,
  basic,
  editorEmail,
  editorPassword,
} from './support.js';
import { cookieOf, insertConnection, openApi } from './fixtures.js';

const openService = async (t: Test, settings: Record<string, string> = {}) => {
  const store = await openFileResultStore({ directory: join(t.testdir({}), 'results') });
  const api = await openApi(t, { settings, dependencies: { results: store } });
  const workerId = randomUUID();
  const worker = { id: workerId, hostname: 'test', pid: process.pid, slots: 16 };
  await createWorkerRepository(api.database).register(worker, 600_000);
  await insertConnection(api);
  const submit = async (ask: ApiClient): Promise<Batch> =>
    (await ask('POST', '/api/batches', { connectionId: 'c', batchText: 'select 1' })).json();
  /** Finishes a batch of one statement with `rowCount` rows. */
  const finish = async (ask: ApiClient, rowCount: number) => {
    const batch = await submit(ask);
    const statement = batch.statements[0]!;
    const claimed = await claimAsWorker(api.database, store, workerId, batch);
    await claimed.start(statement);
    await claimed.finishWithRows(statement, [numberRows(1, rowCount)]);
    return { batchId: batch.id, id: statement.id };
  };
  const accesses = async (): Promise<{ id: number }[]> =>
    (await api.admin('GET', '/api/connection-accesses')).json();
  const revoke = async (): Promise<void> => {
    for (const { id } of await accesses()) {
      await api.admin('PUT', `/api/connection-accesses/${id}/expire`);
    }
  };
  const grant = () =>
    api.admin('POST', '/api/connection-accesses', { connectionId: 'c', userId: '__EVERYONE__' });
  return { ...api, submit, finish, revoke, grant };
};

const resultPaths = (id: string): string[] => [
  `/api/statements/${id}/results`,
  `/api/statements/${id}/results?limit=1`,
  `/api/statements/${id}/download.csv`,
  `/statement-results/${id}.xlsx`,
  `POST /api/statements/${id}/view`,
];

const statusesOf = async (ask: ApiClient, paths: string[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (const path of paths) {
    const [address = '', method = 'GET'] = path.split(' ').toReversed();
    const { statusCode } = await (method === 'GET'
      ? ask(method, address)
      : ask(method, address, {}));
    statuses.push(statusCode);
  }
  return statuses;
};

t.test('results are readable while their owner has access to the connection', async (t) => {
  const api = await openService(t);
  const { id, batchId } = await api.finish(api.editor, 3);
  const { id: adminResult } = await api.finish(api.admin, 3);
  const metadataPaths = [`/api/batches/${batchId}`, `/api/statements/${id}`];
  t.same(await statusesOf(api.editor, resultPaths(id)), [200, 200, 200, 200, 200]);

  await api.revoke();
  t.same(
    await statusesOf(api.editor, resultPaths(id)),
    [403, 403, 403, 403, 403],
    'access is checked on the next request',
  );
  t.match((await api.editor('GET', resultPaths(id)[0]!)).json(), { code: 'connection_access' });
  t.same(await statusesOf(api.editor, metadataPaths), [200, 200], 'the batch stays visible');

  await api.grant();
  t.same(
    await statusesOf(api.editor, resultPaths(id)),
    [200, 200, 200, 200, 200],
    'access is granted again',
  );

  t.equal((await api.admin('DELETE', '/api/connections/c')).statusCode, 200);
  t.same(
    await statusesOf(api.editor, resultPaths(id)),
    [403, 403, 403, 403, 403],
    'the connection is deleted',
  );
  t.match((await api.editor('GET', resultPaths(id)[0]!)).json(), { code: 'connection_access' });
  t.same(
    await statusesOf(api.admin, resultPaths(adminResult)),
    [200, 200, 200, 200, 200],
    'an admin keeps their own results',
  );
});

t.test('a cached result is refused after access ends', async (t) => {
  const api = await openService(t);
  const { id, batchId } = await api.finish(api.editor, 3);
  t.equal((await api.editor('GET', `/api/batches/${batchId}?wait=1`)).statusCode, 200);
  await api.revoke();
  t.equal((await api.editor('GET', resultPaths(id)[0]!)).statusCode, 403);
});

t.test('a setting lets owners keep their results without access', async (t) => {
  const api = await openService(t, { SERVICE_RESULTS_REQUIRE_CONNECTION_ACCESS: 'false' });
  const { id } = await api.finish(api.editor, 3);
  await api.revoke();
  t.same(await statusesOf(api.editor, resultPaths(id)), [200, 200, 200, 200, 200]);
  await api.admin('DELETE', '/api/connections/c');
  t.same(await statusesOf(api.editor, resultPaths(id)), [200, 200, 200, 200, 200]);
});

t.test('a download is aborted when the session, access or user ends', async (t) => {
  const api = await openService(t);
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { id } = await api.finish(api.editor, 1_000_000);
  const [{ id: userId } = { id: '' }] = await api.sql.query<{ id: string }>(
    `select id from users where email = '${editorEmail}'`,
  );
  const byPassword = { authorization: basic(editorEmail, editorPassword) };
  const signIn = async () => {
    const body = { email: editorEmail, password: editorPassword };
    const response = await api.anonymous('POST', '/api/signin', body);
    return { cookie: cookieOf(response.headers) };
  };
  const open = (path: string, headers: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const sent = httpGet(address + path, { headers, agent: false }, resolve);
      sent.once('error', reject);
    });
  const closings = () => api.log().split('result stream closed').length - 1;

  const cases = [
    { title: 'session', headers: signIn, end: () => api.editor('DELETE', '/api/sessions') },
    {
      title: 'access',
      headers: () => Promise.resolve(byPassword),
      end: api.revoke,
      restore: api.grant,
    },
    {
      title: 'user',
      headers: () => Promise.resolve(byPassword),
      end: () => api.admin('PUT', `/api/users/${userId}`, { disabled: true }),
    },
  ];
  for (const { title, headers, end, restore } of cases) {
    const paths = [`/api/statements/${id}/results`, `/statement-results/${id}.csv`];
    const own = await headers();
    const downloads = await Promise.all(paths.map((path) => open(path, own)));
    t.same(
      downloads.map(({ statusCode }) => statusCode),
      [200, 200],
      title,
    );
    for (const each of downloads) each.pause();
    const before = closings();
    await end();
    await until(`${title}: both downloads are closed`, () => closings() === before + 2, 5_000);
    for (const each of downloads)
      await t.rejects(buffer(each), `${title}: the download is incomplete`);
    await restore?.();
  }
});

t.test('downloads and cancellations by admins are in the audit log', async (t) => {
  const api = await openService(t);
  const { id, batchId } = await api.finish(api.editor, 3);
  const events = async (action: string): Promise<AuditEvent[]> =>
    (await api.admin('GET', `/api/audit?action=${action}`)).json();

  for (const [path, detail, headers] of [
    [`/statement-results/${id}.csv`, { format: 'csv' }, {}],
    [`/api/statements/${id}/download.xlsx`, { format: 'xlsx' }, {}],
    [
      `/statement-results/${id}.json`,
      { format: 'json', range: 'bytes=0-1' },
      { range: 'bytes=0-1' },
    ],
  ] as const) {
    await api.editor('GET', path, undefined, headers);
    t.match((await events('result.downloaded'))[0], {
      actorName: editorEmail,
      target: `statements/${id}`,
      address: '127.0.0.1',
      detail: { batchId, ...detail },
    });
  }
  await api.editor('HEAD', `/statement-results/${id}.csv`);
  await api.editor('GET', `/api/statements/${id}/results`);
  t.equal(
    (await events('result.downloaded')).length,
    3,
    'HEAD requests and pages are not recorded',
  );

  const own = await api.submit(api.editor);
  await api.editor('PUT', `/api/batches/${own.id}/cancel`);
  t.same(await events('batch.cancelled'), [], 'a cancellation by the owner is not recorded');
  const other = await api.submit(api.editor);
  await api.as(adminEmail, adminPassword)('PUT', `/api/batches/${other.id}/cancel`);
  await api.admin('PUT', `/api/batches/${other.id}/cancel`);
  const cancels = await events('batch.cancelled');
  t.equal(cancels.length, 1, 'a finished batch is not cancelled again');
  t.match(cancels[0], {
    actorName: adminEmail,
    target: `batches/${other.id}`,
    address: '127.0.0.1',
    detail: { userId: String },
  });
});
