import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch } from '@sluice/contracts';
import {
  freePort,
  mariaDbPassword,
  startMariaDb,
  startService,
  targetConnection,
} from '@sluice/testkit';
import t from 'tap';

/** The default of SERVICE_CONNECT_TIMEOUT_SECONDS. */
const connectTimeoutMs = 10_000;
/** Beyond the timeout: sign-in, two polls and a busy machine. */
const aroundMs = 7_000;

t.test('every failure reports its kind, quickly and without a secret', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-kinds-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  const outside = join(directory, '..', 'outside.csv');
  await writeFile(outside, 'a\n1\n');
  t.teardown(() => rm(outside, { force: true }));
  const [server, service] = await Promise.all([
    startMariaDb(),
    startService({
      queue: 'redis',
      workersInProcess: true,
      settings: {
        SERVICE_LOCAL_FILES_DIR: directory,
        SERVICE_QUERY_RESULT_MAX_CELL_BYTES: '1000000',
      },
    }),
  ]);
  t.teardown(() => Promise.all([server.stop(), service.stop()]));
  const { admin } = service;
  const closedPort = String(await freePort());
  const { data: postgres } = targetConnection(service.target.url) as { data: object };
  const mysql = { ...server.config, password: mariaDbPassword };
  const sqlite = { file: 'kinds.sqlite', create: true };
  const duckdb = { file: 'kinds.duckdb', create: true };

  const networked = [
    ['authentication', 'a wrong password', { password: 'wrong-secret' }],
    ['connection', 'an unknown host', { host: 'no-such-host.invalid' }],
    ['connection', 'a closed port', { port: closedPort }],
    ['connection', 'a server without TLS', { ssl: true }],
  ] as const;
  const statements = {
    postgres: [
      ['sql', 'select 1 from nothing_here', {}],
      ['sql', 'select $1', {}],
      ['sql', "do $$ begin raise exception 'mine' using errcode = '08006'; end $$", {}],
      ['sql', "do $$ begin raise exception 'mine' using errcode = '28P01'; end $$", {}],
      ['permission', 'create table t (a int)', { readOnly: true }],
      ['timeout', 'select pg_sleep(60)', { queryTimeoutSeconds: 1 }],
      ['limit', "select repeat('x', 2000000)", {}],
    ],
    mysql: [
      ['sql', 'select 1 from nothing_here', {}],
      ['permission', 'create table t (a int)', { readOnly: true }],
      ['timeout', 'select sleep(60)', { queryTimeoutSeconds: 1 }],
      ['limit', "select repeat('x', 2000000)", {}],
    ],
    sqlite: [
      ['sql', 'select 1 from nothing_here', {}],
      ['permission', 'create table t (a int)', { readOnly: true }],
      ['permission', `attach '${outside}' as other`, {}],
      ['limit', 'select hex(zeroblob(1000000))', {}],
    ],
    duckdb: [
      ['sql', 'select 1 from nothing_here', {}],
      ['permission', 'create table t (a int)', { readOnly: true }],
      ['permission', `select * from read_csv('${outside}')`, {}],
      ['limit', "select repeat('x', 2000000)", {}],
    ],
  } as const;
  const configs = { postgres, mysql, sqlite, duckdb };

  const run = async (driver: string, data: object, sql: string, more: object): Promise<Batch> => {
    const body = { name: driver, driver, data, ...more };
    const { id } = await admin.json<{ id: string }>('POST', '/api/connections', body);
    return admin.run(id, sql);
  };
  for (const driver of ['postgres', 'mysql'] as const) {
    for (const [kind, what, change] of networked) {
      const startedAtMs = performance.now();
      const batch = await run(driver, { ...configs[driver], ...change }, 'select 1', {});
      t.match(batch.statements, [{ error: { kind, outcome: 'not_run' } }], `${driver}: ${what}`);
      t.ok(performance.now() - startedAtMs < connectTimeoutMs + aroundMs);
      t.notMatch(JSON.stringify(batch), 'wrong-secret');
    }
  }
  for (const [driver, cases] of Object.entries(statements)) {
    for (const [kind, sql, more] of cases) {
      const config = configs[driver as keyof typeof configs];
      if ('readOnly' in more) await run(driver, config, 'select 1', {});
      const { statements: ended } = await run(driver, config, sql, more);
      t.match(ended, [{ status: 'error', error: { kind } }], `${driver}: ${sql.slice(0, 60)}`);
      // Clients take a code for the state of the service or of the session.
      if (kind === 'sql') t.equal(ended[0]?.error?.code, undefined);
    }
  }
});
