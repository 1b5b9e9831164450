import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch } from '@sluice/contracts';
import {
  integerColumn,
  isDeep,
  resultOf,
  snowflakeRows,
  startBigQueryServer,
  startMariaDb,
  startSnowflakeServer,
} from '@sluice/testkit';
import t from 'tap';
import { check } from '../src/checker/check.js';
import { collect } from '../src/checker/collect.js';
import type { Effect } from '../src/checker/evidence.js';
import { settle } from '../src/run/settle.js';
import { firstOf, openFleet } from '../src/world/fleet.js';
import { queryOnce } from '../src/world/postgres-server.js';
import { storeMoments, type StoreMoment } from '../src/world/results-fault.js';
import { sharedServer } from './support.js';

/** Enough for an index and for several writes. */
const rowCount = 20_000;

/** How an engine writes rows and returns them at once. */
interface Writer {
  table: string;
  /** Statements that write `rowCount` rows under a marker and return as many. */
  write: Record<string, (marker: string) => string>;
}

const table = 'create table effects (marker varchar(80), n integer)';
const writers: Record<'postgres' | 'mysql' | 'sqlite' | 'duckdb', Writer> = {
  postgres: {
    table: 'create table written (marker text, n integer)',
    write: {
      returning: (marker) =>
        `with effect as (insert into effects select '${marker}', now(), pg_backend_pid())
         insert into written select '${marker}', g from generate_series(1, ${rowCount}) g
         returning marker, n, repeat('x', 100)`,
      'a CTE': (marker) =>
        `with effect as (insert into effects select '${marker}', now(), pg_backend_pid()),
         rows as (insert into written select '${marker}', g from generate_series(1, ${rowCount}) g
           returning marker, n)
         select *, repeat('x', 100) from rows`,
    },
  },
  mysql: {
    table: `${table} engine = innodb`,
    write: {
      returning: (marker) =>
        `insert into effects select '${marker}', seq from seq_1_to_${rowCount}
         returning marker, n, repeat('x', 100)`,
    },
  },
  sqlite: {
    table,
    write: {
      returning: (marker) =>
        `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${rowCount})
         insert into effects select '${marker}', n from s returning marker, n, hex(zeroblob(50))`,
    },
  },
  duckdb: {
    table,
    write: {
      returning: (marker) =>
        `insert into effects select '${marker}', range from range(${rowCount})
         returning marker, n, repeat('x', 100)`,
    },
  },
};

const directory = await mkdtemp(join(tmpdir(), 'sluice-lost-results-'));
const mariaDb = await startMariaDb();
const fleet = await openFleet({
  serviceServer: sharedServer(),
  targetServer: sharedServer(),
  apis: 1,
  workers: 1,
  settings: { SERVICE_LOCAL_FILES_DIR: directory },
});
t.teardown(async () => {
  await fleet.close();
  await mariaDb.stop();
  await rm(directory, { recursive: true, force: true });
});
const client = firstOf(fleet.clients);
const connect = async (driver: string, data: object): Promise<string> =>
  (await client.json<{ id: string }>('POST', '/api/connections', { name: driver, driver, data }))
    .id;
const connections = {
  postgres: fleet.connectionId,
  mysql: await connect('mysql', mariaDb.config),
  sqlite: await connect('sqlite', { file: 'lost.sqlite', create: true }),
  duckdb: await connect('duckdb', { file: 'lost.duckdb', create: true }),
};
// The outcome of a lost result depends on the transaction, not on the moment, so `npm test` fails the store of each further
// engine once.
const momentsOf: Record<keyof typeof writers, readonly StoreMoment[]> = {
  postgres: storeMoments,
  mysql: isDeep ? storeMoments : ['open'],
  sqlite: isDeep ? storeMoments : ['write'],
  duckdb: isDeep ? storeMoments : ['rename'],
};
const drivers = ['postgres', 'mysql', 'sqlite', 'duckdb'] as const;
const from = new Date();
const batches: Batch[] = [];

for (const driver of drivers) {
  await t.test(`a store that fails with ${driver}`, async (t) => {
    const { table, write } = writers[driver];
    t.match(await client.run(connections[driver], table), { status: 'finished' });
    for (const moment of momentsOf[driver]) {
      for (const [way, written] of Object.entries(write)) {
        const marker = (shape: string) => `${driver} ${moment} ${way} ${shape}`;
        await fleet.resultsFault.set(moment);
        const alone = await client.run(connections[driver], written(marker('alone')));
        const within = await client.run(
          connections[driver],
          ['begin', written(marker('within')), 'commit'].join(';\n'),
        );
        await fleet.resultsFault.set(null);
        batches.push(alone, within);
        t.match(
          alone.statements,
          [{ error: { code: 'storage', outcome: 'ran_result_lost' } }],
          `${moment}, ${way}: committed`,
        );
        t.match(
          within.statements,
          [
            { status: 'finished' },
            { error: { code: 'storage', outcome: 'failed' } },
            { status: 'cancelled' },
          ],
          `${moment}, ${way}: transaction rolled back`,
        );
      }
    }
  });
}

/** One effect for each statement whose rows are complete; two for one with some of its rows. */
async function effectsIn(driver: 'mysql' | 'sqlite' | 'duckdb'): Promise<Effect[]> {
  const counted = await client.run(
    connections[driver],
    'select marker, count(*) from effects group by marker',
  );
  const rows = await client.rows(firstOf(counted.statements).id);
  return rows.flatMap(([marker, count]) => {
    const effect = { marker: String(marker), at: new Date(), backendPid: 0 };
    return Number(count) === rowCount ? [effect] : [effect, effect];
  });
}

await t.test('the checker confirms every outcome', async (t) => {
  await settle(fleet, { finalMs: 30_000, leftoversMs: 30_000 });
  const clients = batches.map(({ id, status }) => ({ batchId: id, seenFinal: status }));
  const faults = [{ kind: 'results', from, until: new Date() }];
  const evidence = await collect(fleet, { clients, faults, finalWithinMs: 30_000 });
  evidence.effects.push(
    ...(await effectsIn('mysql')),
    ...(await effectsIn('sqlite')),
    ...(await effectsIn('duckdb')),
  );
  for (const { name, rule, violations, looked } of check(evidence)) {
    t.same(violations, [], `${name} ${rule}`);
    if (rule.startsWith('result lost')) t.equal(looked, batches.length / 2);
  }
  const [{ partial } = { partial: null }] = await queryOnce<{ partial: number }>(
    fleet.targetUrl,
    `select count(*)::integer as partial from
       (select from written group by marker having count(*) <> ${rowCount}) each`,
  );
  t.equal(partial, 0, 'all rows of a statement or none');
});

await t.test('a store that fails with a warehouse', async (t) => {
  const snowflake = await startSnowflakeServer();
  const called = snowflakeRows([integerColumn('N')], ['1'], ['2']);
  snowflake.script(/^call record\(\)$/i, called);
  const bigquery = await startBigQueryServer({
    scripts: [
      {
        pattern: /^BEGIN INSERT INTO effects/,
        run: () => ({
          statementType: 'SCRIPT',
          result: resultOf([{ name: 'n', type: 'INTEGER' }], [['1'], ['2']]),
        }),
      },
    ],
  });
  t.teardown(() => Promise.all([snowflake.stop(), bigquery.stop()]));
  const cases = [
    { driver: 'snowflake', data: snowflake.config, write: 'call record()', begin: 'begin' },
    {
      driver: 'bigquery',
      data: bigquery.config,
      write: "BEGIN INSERT INTO effects VALUES ('m'); SELECT n; END",
      begin: 'BEGIN TRANSACTION',
    },
  ];
  for (const { driver, data, write, begin } of cases) {
    const id = await connect(driver, data);
    for (const moment of ['open', 'write', 'rename'] as const) {
      await fleet.resultsFault.set(moment);
      const alone = await client.run(id, write);
      const within = await client.run(id, `${begin};\n${write}`);
      await fleet.resultsFault.set(null);
      t.match(
        alone.statements,
        [{ error: { code: 'storage', outcome: 'ran_result_lost' } }],
        `${driver}, ${moment}`,
      );
      // A Snowflake procedure may end the transaction in which it is called.
      const outcome = driver === 'snowflake' ? 'unknown' : 'failed';
      t.match(within.statements.at(-1), { error: { code: 'storage', outcome } }, driver);
    }
  }
});
