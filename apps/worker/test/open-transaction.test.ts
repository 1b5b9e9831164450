import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch, ConnectionClient } from '@sluice/contracts';
import { startMariaDb, startService } from '@sluice/testkit';
import t from 'tap';

const notice = 'The transaction was still open at the end of the batch and was rolled back.';

t.test('a transaction that a batch leaves open', async (t) => {
  const files = await mkdtemp(join(tmpdir(), 'sluice-open-transaction-'));
  t.teardown(() => rm(files, { recursive: true, force: true }));
  const mariaDb = await startMariaDb();
  t.teardown(() => mariaDb.stop());
  const service = await startService({
    queue: 'redis',
    workersInProcess: true,
    settings: { SERVICE_LOCAL_FILES_DIR: files },
  });
  t.teardown(() => service.stop());
  const { admin, connectionId } = service;
  const create = async (driver: string, data: object): Promise<string> =>
    (await admin.json<{ id: string }>('POST', '/api/connections', { name: driver, driver, data }))
      .id;
  const connections = {
    postgres: connectionId,
    mysql: await create('mysql', mariaDb.config),
    sqlite: await create('sqlite', { file: 'a.sqlite', create: true }),
    duckdb: await create('duckdb', { file: 'a.duckdb', create: true }),
  };
  const noticesOf = ({ statements }: Batch) => statements.map(({ notices }) => notices);

  for (const [driver, id] of Object.entries(connections)) {
    t.test(`is rolled back with a notice by ${driver}`, async (t) => {
      const engine = driver === 'mysql' ? ' engine = innodb' : '';
      t.equal((await admin.run(id, `create table kept (n int)${engine}`)).status, 'finished');
      const open = await admin.run(id, 'begin; insert into kept values (1)');
      t.equal(open.status, 'finished');
      t.same(noticesOf(open), [[], [notice]]);
      const count = await admin.run(id, 'select count(*) from kept');
      t.same(await admin.rows(count.statements[0]!.id), [[0]]);
      t.same(noticesOf(count), [[]]);
      const committed = await admin.run(id, 'begin; insert into kept values (1); commit');
      t.same(noticesOf(committed), [[], [], []]);
    });
  }

  t.test('stays open in a connection client, without a notice', async (t) => {
    const { id } = await admin.json<ConnectionClient>('POST', '/api/connection-clients', {
      connectionId,
    });
    const { id: batchId } = await admin.json<Batch>('POST', '/api/batches', {
      connectionId,
      connectionClientId: id,
      batchText: 'begin; insert into kept values (2)',
    });
    t.same(noticesOf(await admin.finalBatch(batchId)), [[], []]);
  });
});
