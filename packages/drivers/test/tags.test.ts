import { type DriverConnection } from '@sluice/driver-kit';
import { startMariaDb, startSnowflakeServer } from '@sluice/testkit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import t from 'tap';
import { connectTo } from './connect-to.js';
import { read, sessionOptions } from '@sluice/driver-testkit/contract';

const tag = { batch: 'b-1', user: "ann's@example.com" };

async function open(
  name: string,
  config: Record<string, unknown>,
  more = {},
): Promise<DriverConnection> {
  return connectTo(name, config, sessionOptions(more));
}

await t.test('Snowflake receives the text unchanged and the tag as QUERY_TAG', async (t) => {
  const server = await startSnowflakeServer();
  t.teardown(() => server.stop());
  const connection = await open('snowflake', server.config);
  t.teardown(() => connection.close());
  await read(connection, 'select 1', { tag });
  await read(connection, 'select 1');
  const bodies = server.requestsTo('/queries/v1/query-request').map(({ body }) => body);
  t.strictSame(
    bodies.map(({ sqlText, parameters }) => [sqlText, parameters]),
    [
      [
        'select 1',
        { MULTI_STATEMENT_COUNT: 1, QUERY_TAG: 'sluice batch=b-1 user=ann%27s@example.com' },
      ],
      ['select 1', { MULTI_STATEMENT_COUNT: 1 }],
    ],
  );
});

await t.test('MariaDB stores no tag in definitions', async (t) => {
  const server = await startMariaDb();
  t.teardown(() => server.stop());
  const connection = await open('mysql', server.config);
  t.teardown(() => connection.close());
  for (const sql of [
    'create table t (n int)',
    '/* a note */ create procedure p() select 1',
    'create trigger g before insert on t for each row set new.n = 1',
    '/*!50003 create*/ trigger h before update on t for each row set new.n = 1',
    "create event e on schedule every 1 day comment 'x' do select 1",
    'alter event e do select 2',
    'create view v as select n from t',
  ]) {
    await read(connection, sql, { tag });
  }
  const kept =
    server.client(`select routine_definition from information_schema.routines where routine_schema = 'main'
    union all select action_statement from information_schema.triggers where trigger_schema = 'main'
    union all select event_definition from information_schema.events where event_schema = 'main'
    union all select body from mysql.proc where db = 'main'
    union all select body from mysql.event where db = 'main'`);
  t.match(kept, 'select 2');
  t.notMatch(kept, 'sluice');
});

await t.test('SQLite stores no tag in definitions', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-tags-'));
  t.teardown(() => {
    rmSync(folder, { recursive: true });
  });
  const config = { file: 'kept.sqlite', create: true };
  const machine = { machine: { filesDirectory: folder } };
  const connection = await open('sqlite', config, machine);
  t.teardown(() => connection.close());
  for (const sql of [
    'create table t (n integer)',
    'create view v as select n from t',
    '-- a note\ncreate index i on t (n)',
    'create trigger g after insert on t begin select 1; end',
    'alter table t add column m integer',
  ]) {
    await read(connection, sql, { tag });
  }
  const { rows } = await read(connection, 'select sql from sqlite_schema');
  t.equal(rows.length, 4);
  t.notMatch(JSON.stringify(rows), 'sluice');
});
