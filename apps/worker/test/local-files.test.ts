import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, until } from '@sluice/testkit';
import t from 'tap';

const directory = await mkdtemp(join(tmpdir(), 'sluice-local-service-'));
t.teardown(() => rm(directory, { recursive: true, force: true }));

const slow = {
  sqlite: 'with recursive s(n) as (select 1 union all select n + 1 from s) select count(*) from s',
  duckdb: 'select sum(a.range * b.range) from range(1000000000) a, range(1000000000) b',
};

await t.test('batches run on files of the directory and can be cancelled', async (t) => {
  const service = await startService({
    queue: 'redis',
    workersInProcess: true,
    settings: { SERVICE_LOCAL_FILES_DIR: directory },
  });
  t.teardown(() => service.stop());
  const { admin } = service;
  for (const driver of ['sqlite', 'duckdb'] as const) {
    const { id } = await admin.json<{ id: string }>('POST', '/api/connections', {
      name: driver,
      driver,
      data: { file: `service.${driver}`, create: true },
    });
    const batch = await admin.run(
      id,
      `create table t (a integer, b text); insert into t values (1, 'x'), (2, null); select * from t`,
    );
    t.match(batch, { status: 'finished' }, driver);
    const last = batch.statements.at(-1);
    t.match(last, { rowCount: 2, command: 'SELECT', executionId: null });
    t.strictSame(await admin.json('GET', `/api/statements/${String(last?.id)}/results`), [
      [1, 'x'],
      [2, null],
    ]);
    const schema = await admin.json<object>('GET', `/api/connections/${id}/schema`);
    t.match(JSON.stringify(schema), /"name":"t"/);
    const running = await admin.json<{ id: string }>('POST', '/api/batches', {
      connectionId: id,
      batchText: slow[driver],
    });
    const status = async (): Promise<string> =>
      (await admin.json<{ status: string }>('GET', `/api/batches/${running.id}`)).status;
    await until('it runs', async () => (await status()) === 'started');
    await admin.json('PUT', `/api/batches/${running.id}/cancel`);
    await until('it is cancelled', async () => (await status()) === 'cancelled');
    t.pass(`${driver} was cancelled`);
  }
});

await t.test(
  'without the setting no file is opened, and the error names the setting',
  async (t) => {
    const service = await startService({ queue: 'redis', workersInProcess: true });
    t.teardown(() => service.stop());
    const { admin } = service;
    const { id } = await admin.json<{ id: string }>('POST', '/api/connections', {
      name: 'off',
      driver: 'sqlite',
      data: { file: 'service.sqlite' },
    });
    const batch = await admin.run(id, 'select 1');
    t.match(batch, {
      status: 'error',
      statements: [{ error: { outcome: 'not_run', detail: /SERVICE_LOCAL_FILES_DIR/ } }],
    });
  },
);
