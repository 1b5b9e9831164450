import { postgresDriver as driver } from '@sluice/driver-postgres';
import { startPgbouncer } from '@sluice/testkit';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { startOlderPostgres, type OlderVersion } from '@sluice/driver-testkit/older-postgres';
import { rowsOf, sessionsOf } from '@sluice/driver-testkit/sessions';

// A real server refuses here what each version lacks, by the manuals of PostgreSQL 8.0 to 9.6 and of Amazon Redshift
// (r_extra_float_digits: -15 to 2), and by issue 2708 of launchbadge/sqlx. No such server is at hand: the rest is assumed.

const cluster = await startCluster();
t.teardown(() => cluster.stop());

const refuseWords =
  (words: readonly string[]): OlderVersion['refuse'] =>
  (sql) => {
    const found = words.find((word) => new RegExp(word, 'i').test(sql));
    return found === undefined
      ? null
      : { sqlState: '42704', message: `unrecognized or missing here: ${found}` };
  };

/** Missing before the version in the name. */
const since10 = ['relispartition', 'attidentity', 'pg_sequence\\b', 'attgenerated', 'indnkeyatts'];
const since9 = [
  'bytea_output',
  'extra_float_digits\\W+(?:to\\W+)?3',
  'client_connection_check_interval',
  '\\blateral\\b',
  'with ordinality',
  'string_agg',
  'relpersistence',
  'attcollation',
  'pg_catalog\\.format\\(',
  'array_position',
];
const since84 = [
  'IntervalStyle',
  'has_any_column_privilege',
  'has_column_privilege',
  "'SELECT, ",
  'with recursive',
  'typarray',
  '\\(values ',
];

const redshift: OlderVersion = {
  serverVersion: '8.0.2',
  refuse: (sql) =>
    /extra_float_digits\W+(?:to\W+)?3/i.test(sql)
      ? {
          sqlState: '22023',
          message: '3 is outside the valid range for parameter "extra_float_digits" (-15 .. 2)',
        }
      : refuseWords([...since10, ...since9, ...since84, 'pg_stat_get_activity', "\\bE'"])(sql),
};

const versions: Record<string, OlderVersion> = {
  'PostgreSQL 9.6': { serverVersion: '9.6.24', refuse: refuseWords(since10) },
  'PostgreSQL 8.4': { serverVersion: '8.4.22', refuse: refuseWords([...since10, ...since9]) },
  'Amazon Redshift': redshift,
};

/** Servers with the same protocol that lack parts of it, by their manuals. */
const others: Record<string, OlderVersion> = {
  CockroachDB: {
    serverVersion: '13.0.0 (CockroachDB CCL v23.1.0)',
    refuse: refuseWords(['pg_stat_get_activity', 'pg_terminate_backend']),
  },
  YugabyteDB: { serverVersion: '11.2-YB-2.20.0.0-b0', refuse: refuseWords(['attgenerated']) },
  'a server whose user may not call set_config': {
    serverVersion: '18.1',
    refuse: refuseWords(['set_config']),
  },
};

const direct = sessionsOf(driver, cluster.config);
await direct.connected(async (connection) => {
  for (const sql of [
    'create schema shop',
    'create table shop.customers (region text, id int, primary key (region, id))',
    `create table shop.orders (id int primary key, region text, customer int, price float8,
      foreign key (region, customer) references shop.customers (region, id))`,
    'create index by_text on shop.orders (lower(region), customer)',
    `create type kind as enum ('a')`,
  ]) {
    await read(connection, sql);
  }
});

for (const [name, version] of Object.entries(versions)) {
  await t.test(name, async (t) => {
    const older = await startOlderPostgres(cluster.port, version);
    t.teardown(() => older.stop());
    const { connected, connect } = sessionsOf(driver, { ...cluster.config, port: older.port });
    const numeric = Number.parseFloat(version.serverVersion);

    await t.test('a setting that the server refuses does not end the connect', async (t) => {
      await connected(
        async (connection) => {
          t.equal(connection.isPooled, false);
          t.strictSame(
            await rowsOf(
              connection,
              `select current_setting('statement_timeout'), current_setting('extra_float_digits'),
                current_setting('application_name')`,
            ),
            [['20s', numeric < 9 ? '2' : '3', 'sluice-test']],
          );
          t.strictSame(
            await rowsOf(connection, `select interval '1 day'`),
            [[numeric < 8.4 ? '1 day' : 'P1D']],
            'a server without IntervalStyle sends its own format',
          );
          const { rows, summary } = await read(connection, `select '\\xff'::bytea as b, 'a'::kind`);
          t.strictSame(rows, [['\\xff', 'a']]);
          t.equal(summary.columns?.[0]?.datatype, numeric < 9 ? 'string' : 'binary');
        },
        {},
        { statementTimeoutMs: 20_000 },
      );
    });

    await t.test('a read-only session and statements to run first work', (t) =>
      connected(
        async (connection) => {
          t.strictSame(await rowsOf(connection, 'show work_mem'), [['7MB']]);
          t.match(await failure(read(connection, 'create table shop.x ()')), { sqlState: '25006' });
        },
        { preQueryStatements: `set work_mem to '7MB'` },
        { readOnly: true },
      ),
    );

    await t.test('the schema and the detail of a table are read', async (t) => {
      const connection = await connect();
      t.teardown(() => connection.close());
      const { signal } = new AbortController();
      older.refused.length = 0;
      t.match(await connection.introspect(signal), {
        schemas: [
          { name: 'public' },
          {
            name: 'shop',
            tables: [
              { name: 'customers', columns: [{ name: 'region' }, { name: 'id' }] },
              { name: 'orders', columns: [{}, {}, {}, { dataType: 'double precision' }] },
            ],
          },
        ],
      });
      t.match(await connection.describeTable({ schema: 'shop', name: 'orders' }, signal), {
        type: 'table',
        keys: [{ kind: 'primary', columns: ['id'] }],
        foreignKeys: [{ columns: ['region', 'customer'], referencedColumns: ['region', 'id'] }],
        indexes: [{ name: 'by_text', columns: ['lower(region)', 'customer'] }, {}],
        ddl: null,
      });
      t.strictSame(older.refused, [], 'the server accepts all queries');
    });
  });
}

await t.test(
  'an older server behind a transaction pooler is used with the settings it has',
  async (t) => {
    const older = await startOlderPostgres(cluster.port, redshift);
    t.teardown(() => older.stop());
    const { username: user, password } = cluster.config as Record<'username' | 'password', string>;
    const pooler = await startPgbouncer({
      serverPort: older.port,
      mode: 'transaction',
      user,
      password,
    });
    t.teardown(() => pooler.stop());
    const connection = await driver.connect(
      { ...cluster.config, port: pooler.port },
      sessionOptions({ readOnly: true }),
    );
    t.teardown(() => connection.close());
    t.equal(connection.isPooled, true);
    t.strictSame(await rowsOf(connection, `select interval '1 day', 0.1::float8`), [
      ['1 day', 0.1],
    ]);
    t.match(await failure(read(connection, 'create table shop.x ()')), { sqlState: '25006' });
  },
);

for (const [name, version] of Object.entries(others)) {
  await t.test(`a session of ${name} has the settings that it accepts`, async (t) => {
    const other = await startOlderPostgres(cluster.port, version);
    t.teardown(() => other.stop());
    const { connected } = sessionsOf(driver, { ...cluster.config, port: other.port });
    await connected(
      async (connection) => {
        t.equal(connection.isPooled, false);
        t.match(connection.executionId, name === 'CockroachDB' ? /^\d+$/ : /^\d+\/20/);
        const state = `select interval '1 day', current_setting('statement_timeout')`;
        t.strictSame(await rowsOf(connection, state), [['P1D', '20s']]);
        t.equal(await connection.reset(), true);
        t.strictSame(await rowsOf(connection, state), [['P1D', '20s']]);
        const { signal } = new AbortController();
        t.match(await connection.describeTable({ schema: 'shop', name: 'orders' }, signal), {
          keys: [{ columns: ['id'] }],
        });
      },
      {},
      { statementTimeoutMs: 20_000 },
    );
  });
}
