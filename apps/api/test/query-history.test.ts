import { randomUUID } from 'node:crypto';
import type { Batch, QueryHistoryRow } from '@sluice/contracts';
import { createExecutionRepository, createWorkerRepository } from '@sluice/database';
import t from 'tap';
import { history, openQueryHarness } from './query-harness.js';
import type { ApiClient } from './support.js';

const fieldNames =
  'id,connectionId,connectionName,userId,userEmail,status,startTime,stopTime,durationMs,queryId,queryName,queryText,incomplete,rowCount,parameters';

t.test('the history lists each batch with its text and outcome', async (t) => {
  const { api, ids, as } = await openQueryHarness(t, { ann: null });
  const { ann, admin, token } = as as Record<'ann' | 'admin' | 'token', ApiClient>;
  const workers = createWorkerRepository(api.database);
  await workers.register({ id: 'w', hostname: 'test', pid: 1, slots: 9 }, 600_000);
  const execution = createExecutionRepository(api.database);
  const submit = async (caller: ApiClient, body: object): Promise<Batch> =>
    (await caller('POST', '/api/batches', { connectionId: 'c', ...body })).json();
  const [first = {} as QueryHistoryRow] = await (async () => {
    await submit(ann, { batchText: 'select 1; select 2; delete from x; select 3', name: 'Four' });
    return history(ann);
  })();
  t.equal(Object.keys(first).join(), fieldNames);
  t.match(first, {
    connectionId: 'c',
    connectionName: 'Sales',
    userId: ids['ann'],
    userEmail: 'ann@example.com',
    status: 'started',
    stopTime: null,
    durationMs: null,
    queryId: null,
    queryName: 'Four',
    queryText: 'select 1; select 2; delete from x; select 3',
    incomplete: null,
    rowCount: null,
  });

  const leaseToken = randomUUID();
  const claimed = await execution.claimNext({
    workerId: 'w',
    leaseToken,
    limits: { perTenant: 0, perUser: 0 },
    ofClients: false,
  });
  if (claimed === null) throw new Error('There is no batch to claim');
  const claim = { batchId: first.id, workerId: 'w', leaseToken };
  const results = [
    { rowCount: 10, truncatedBy: null },
    { rowCount: 5, truncatedBy: 'rows' },
    { rowCount: null, truncatedBy: null },
  ] as const;
  const expected = [
    { rowCount: 10, incomplete: false },
    { rowCount: 15, incomplete: true },
    { rowCount: 15, incomplete: true },
  ];
  for (const [index, { rowCount, truncatedBy }] of results.entries()) {
    const { id } = claimed.statements[index]!;
    await execution.startStatement(claim, id, null);
    const finished = {
      ...{ columns: null, affectedRows: null, command: null, resultsPath: null, bytes: null },
      ...{ checksum: null, notices: [], expiresAt: null, rowCount, truncatedBy },
    };
    t.ok(await execution.finishStatement(claim, id, finished, false));
    t.match((await history(ann))[0], { status: 'started', ...expected[index] });
  }
  const { id: statementId } = claimed.statements[3]!;
  await execution.startStatement(claim, statementId, null);
  await execution.reportProgress(claim, statementId, 1_000, null);
  await execution.end(claim, {
    status: 'error',
    statementId,
    error: { title: 'no', outcome: 'failed' },
  });
  const [ended] = await history(ann);
  t.match(ended, { status: 'error', rowCount: 15, incomplete: true, stopTime: String });
  t.equal(
    ended?.durationMs,
    Date.parse(ended?.stopTime ?? '') - Date.parse(ended?.startTime ?? ''),
    'rows of a failed statement do not count',
  );

  await submit(token, { batchText: 'select 9; x', selectedText: ' select 9 ', queryId: 'none' });
  await submit(ann, { batchText: 'select 8', selectedText: ' \n ' });
  t.match(await history(admin), [
    { queryText: 'select 8', userEmail: 'ann@example.com' },
    { queryText: ' select 9 ', queryId: 'none', queryName: null, userEmail: 'token' },
    { queryName: 'Four' },
  ]);
  t.equal((await history(ann)).length, 2, 'editors see only their own batches');
  t.match(await history(token), [{ queryText: ' select 9 ' }]);
  t.same(await history(as['root token']!, '?limit=1'), await history(admin, '?limit=1'));

  await admin('DELETE', `/api/users/${ids['ann']}`);
  await admin('DELETE', `/api/service-tokens/${ids['token']}`);
  await api.sql.query(`delete from connections where id = 'c'`);
  t.match(await history(admin), [
    { userId: ids['ann'], userEmail: null, connectionId: 'c', connectionName: null },
    { userId: ids['token'], userEmail: null },
    { userEmail: null },
  ]);
});

t.test('a query id in a batch reveals nothing about the query', async (t) => {
  const { as, save } = await openQueryHarness(t, { ann: null, bob: null });
  const { ann, bob } = as as Record<'ann' | 'bob', ApiClient>;
  const { id } = await save(ann, { name: 'Secret plans', queryText: 'select secret' });
  const batch = { connectionId: 'c', batchText: 'select 1', queryId: id };
  t.equal((await ann('POST', '/api/batches', { ...batch, name: 'Plans' })).statusCode, 200);
  t.equal((await bob('POST', '/api/batches', batch)).statusCode, 200);
  t.match(await history(ann), [{ queryId: id, queryName: 'Plans' }]);
  t.match(await history(bob), [{ queryId: id, queryName: null, queryText: 'select 1' }]);
  t.equal((await bob('GET', `/api/queries/${id}`)).statusCode, 403);
});
