import { get as httpGet, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Batch, BatchListItem } from '@sluice/contracts';
import { createClient, until } from '@sluice/testkit';
import t from 'tap';
import { openShareHarness, statementOf, type ShareHarness } from './shares-support.js';

/** The statuses of a batch and its results for the user `shared`. */
const readAs = async ({ as }: ShareHarness, batch: Batch): Promise<number[]> => {
  const paths = [`/api/batches/${batch.id}`, `/api/statements/${statementOf(batch)}/results`];
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await as.shared.request('GET', path)).status);
  return statuses;
};

t.test('a share ends for every reason, with the next request', async (t) => {
  const harness = await openShareHarness(t);
  const { service, as, idOf, run, share } = harness;
  const { database } = service;
  const batch = await run('owner');
  const path = `/api/batches/${batch.id}`;
  const setTenant = (name: 'owner' | 'shared', tenant: string) =>
    database.query(
      `update users set data = json_build_object('org', json_build_object('name', $2::text)) where id = $1`,
      [idOf(name), tenant],
    );
  const cases: [
    title: string,
    status: number,
    end: () => Promise<unknown>,
    restore: () => Promise<unknown>,
  ][] = [
    [
      'it expires',
      403,
      () => database.query(`update batch_shares set expires_at = now() - interval '1 s'`),
      () => database.query('update batch_shares set expires_at = null'),
    ],
    [
      'the owner is disabled',
      403,
      () => service.admin.json('PUT', `/api/users/${idOf('owner')}`, { disabled: true }),
      () => service.admin.json('PUT', `/api/users/${idOf('owner')}`, { disabled: false }),
    ],
    [
      'the owner moves to another tenant',
      404,
      () => setTenant('owner', 'blue'),
      () => setTenant('owner', 'red'),
    ],
    [
      'the reader moves to another tenant',
      404,
      () => setTenant('shared', 'blue'),
      () => setTenant('shared', 'red'),
    ],
  ];
  for (const body of [{ userId: idOf('shared') }, { groupId: '__EVERYONE__' }]) {
    const kind = Object.keys(body).join();
    const { id } = await share('owner', batch, body);
    for (const [title, status, end, restore] of cases) {
      t.same(await readAs(harness, batch), [200, 200], `${kind}: before ${title}`);
      await end();
      t.same(await readAs(harness, batch), [status, status], `${kind}: ${title}`);
      const listed = await as.shared.json<unknown[]>('GET', '/api/batches?sharedWithMe=true');
      t.same(listed, [], `${kind}: ${title}: the list is empty`);
      await restore();
    }
    t.same(await readAs(harness, batch), [200, 200], `${kind}: restored`);
    await as.owner.json('DELETE', `${path}/shares/${id}`);
    t.same(await readAs(harness, batch), [403, 403], `${kind}: the share is deleted`);
    t.same(await as.owner.json('GET', `${path}/shares`), []);
  }
});

t.test('another process refuses the next request after a deletion', async (t) => {
  const { service, as, idOf, run, share } = await openShareHarness(t);
  const { address } = await service.startApi();
  const elsewhere = createClient(address, idOf('shared'), 'correct horse battery staple');
  const batch = await run('owner');
  for (let round = 0; round < 3; round += 1) {
    const { id } = await share('owner', batch, { userId: idOf('shared') });
    const results = () => elsewhere.request('GET', `/api/statements/${statementOf(batch)}/results`);
    t.equal((await elsewhere.request('GET', `/api/batches/${batch.id}`)).status, 200);
    t.equal((await results()).status, 200);
    await as.owner.json('DELETE', `/api/batches/${batch.id}/shares/${id}`);
    t.equal((await elsewhere.request('GET', `/api/batches/${batch.id}`)).status, 403);
    t.equal((await results()).status, 403);
  }
});

t.test('open responses end with their share', async (t) => {
  const { service, as, idOf, run, share } = await openShareHarness(t);
  const { authorization } = as.shared;
  const open = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const options = { headers: { authorization }, agent: false };
      httpGet(service.baseUrl + path, options, resolve).once('error', reject);
    });
  const large = await run('owner', `select n, repeat('x', 100) from generate_series(1, 400000) n`);
  const running = await as.owner.submit(service.connectionId, 'select pg_sleep(600)');
  await as.owner.startedBatch(running.id);
  const ofLarge = await share('owner', large, { userId: idOf('shared') });
  const ofRunning = await share('owner', running, { groupId: '__EVERYONE__' });
  const downloads = await Promise.all([
    open(`/api/statements/${statementOf(large)}/results`),
    open(`/statement-results/${statementOf(large)}.csv`),
  ]);
  for (const each of downloads) {
    t.equal(each.statusCode, 200);
    each.pause();
  }
  const events = await open(`/api/batches/${running.id}/events`);
  let received = '';
  events.on('data', (part: Buffer) => (received += part.toString()));
  await until('the first event arrives', () => received.includes('event: batch'));
  const waiting = as.shared.request('GET', `/api/batches/${running.id}?wait=20`);

  await as.owner.json('DELETE', `/api/batches/${large.id}/shares/${ofLarge.id}`);
  await as.owner.json('DELETE', `/api/batches/${running.id}/shares/${ofRunning.id}`);
  await until('the event stream ends', () => events.readableEnded, 5_000);
  for (const each of downloads) await t.rejects(buffer(each), 'the download is incomplete');
  const before = received;
  await as.owner.json('PUT', `/api/batches/${running.id}/cancel`);
  t.equal((await waiting).status, 403, 'a waiting request is refused at the next change');
  t.equal(received, before, 'the stream sends nothing more');
});

t.test('results need the access of the owner to the connection', async (t) => {
  const harness = await openShareHarness(t);
  const { service, as, idOf, run, share } = harness;
  const batch = await run('owner');
  await share('owner', batch, { userId: idOf('shared') });
  t.same(await readAs(harness, batch), [200, 200], 'the reader needs none');
  const accesses = await service.admin.json<{ id: number; userId: string }[]>(
    'GET',
    '/api/connection-accesses',
  );
  const access = accesses.find(({ userId }) => userId === idOf('owner'));
  await service.admin.json('PUT', `/api/connection-accesses/${access?.id}/expire`);
  t.same(await readAs(harness, batch), [200, 403]);
  const refused = await as.shared.request('GET', `/api/statements/${statementOf(batch)}/results`);
  t.match(await refused.json(), { code: 'connection_access' });
});

t.test('shares are deleted with their batch, their user and their owner', async (t) => {
  const harness = await openShareHarness(t);
  const { service, as, idOf, run, share } = harness;
  const { database } = service;
  const countOf = async (): Promise<number> =>
    (await database.query<{ count: string }>('select count(*) from batch_shares')).reduce(
      (sum, row) => sum + Number(row.count),
      0,
    );
  const [one, two] = [await run('owner'), await run('former')];
  await share('owner', one, { userId: idOf('shared') });
  await share('owner', one, { userId: idOf('spare') });
  await share('former', two, { userId: idOf('shared') });
  await share('former', two, { groupId: '__EVERYONE__' });
  t.equal(
    (await as.shared.json<BatchListItem[]>('GET', '/api/batches?sharedWithMe=true')).length,
    2,
  );
  await service.admin.json('DELETE', `/api/users/${idOf('spare')}`);
  t.equal(await countOf(), 3, 'the user');
  await service.admin.json('DELETE', `/api/users/${idOf('former')}`);
  t.equal(await countOf(), 1, 'the owner');
  t.notOk((await readAs(harness, two)).includes(200), 'the batch of the deleted owner is closed');
  await database.query('delete from batches where id = $1', [one.id]);
  t.equal(await countOf(), 0, 'the batch');
  t.notOk((await readAs(harness, one)).includes(200));
});
