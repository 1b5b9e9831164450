import { DriverError } from '@sluice/driver-kit';
import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { debianPostgres15, startCluster } from '@sluice/driver-testkit/cluster';
import { failure, read } from '@sluice/driver-testkit/contract';
import { rowsOf, sessionsOf } from '@sluice/driver-testkit/sessions';

const readOnly = { readOnly: true };

const insert = 'insert into w values (1)';
const off = 'set default_transaction_read_only to off';

/** Attempts to write. Each runs in its own session, statement by statement, despite errors. */
const attempts: string[][] = [
  [insert],
  [off, insert],
  ['set session characteristics as transaction read write', insert],
  ['set transaction_read_only to off', insert],
  ['reset all', insert],
  ['reset default_transaction_read_only', insert],
  ['discard all', insert],
  ['begin read write', insert, 'commit'],
  ['BEGIN  WORK\n READ WRITE', insert, 'commit'],
  ['begin /* x */ read write', insert, 'commit'],
  ['start transaction isolation level serializable, read write', insert, 'commit'],
  ['begin', 'set transaction read write', insert, 'commit'],
  ['begin', 'set transaction read write, isolation level serializable', insert, 'commit'],
  ['begin', 'set local transaction_read_only to off', insert, 'commit'],
  ['begin', off, 'commit', insert],
  [off, 'begin', insert, 'commit'],
  [off, 'begin', 'commit and chain', 'set transaction read write', insert, 'commit'],
  [off, 'begin', 'rollback and chain', 'set transaction read write', insert, 'commit'],
  ['begin', 'savepoint a', 'rollback to a', 'set transaction read write', insert, 'commit'],
  ['begin', 'select 1 / 0', 'rollback', insert],
  ['begin', 'savepoint a', 'select 1 / 0', 'rollback to a', 'set transaction read write', insert],
  ["select set_config('transaction_read_only', 'off', false)", insert],
  ["select set_config('default_transaction_read_only', 'off', false)", insert],
  ["with x as (select set_config('transaction_read_only', 'off', true)) select write_it() from x"],
  ['set transaction read write', insert],
  ['with x as (insert into w values (1) returning n) select n from x'],
  ['explain analyze insert into w values (1)'],
  ['select write_it()'],
  [off, 'select write_it()'],
  ['call write_after_commit()'],
  [off, 'call write_after_commit()'],
  [off, 'call turn_off()'],
  [`do $$ begin ${insert}; end $$`],
  [`do $$ begin perform set_config('transaction_read_only', 'off', true); ${insert}; end $$`],
  [`do $$ begin set transaction read write; ${insert}; end $$`],
  [off, `do $$ begin commit; ${insert}; end $$`],
  [`do $$ begin set default_transaction_read_only to off; commit; ${insert}; end $$`],
  [off, `do $$ begin rollback; set transaction read write; ${insert}; end $$`],
  ['prepare p as insert into w values (1)', off, 'execute p'],
  [`begin; ${insert}; commit`],
  [`commit; ${insert}`],
  ['create table x ()', 'create temporary table y ()', 'drop table w', 'truncate w'],
  [off, 'create table x as select 1', 'select 1 as n into x'],
  ['merge into w using (select 1 as n) v on false when not matched then insert values (v.n)'],
  ["select setval('s', 5)", "select nextval('s')"],
  [off, "select setval('s', 5)"],
  ['alter role current_user set default_transaction_read_only to off', insert],
  ['comment on table w is $$x$$', 'grant all on w to public', 'lock table w in exclusive mode'],
  ['select * from w for update'],
  [off, 'prepare transaction $$p$$', insert],
  [`do $$ begin commit; set transaction read write; ${insert}; commit; end $$`],
  [`do $$ begin rollback; set transaction read write; ${insert}; commit; end $$`],
  [`/* /* */ begin */ do $$ begin commit; set transaction read write; ${insert}; end $$`],
  [`-- begin\ndo $$ begin commit; set transaction read write; ${insert}; end $$`],
  [off, `do $$ begin commit; set transaction read write; ${insert}; commit; end $$`],
  ['call write_in_own_transaction()'],
  [off, 'call write_in_own_transaction()'],
  ['begin', 'call write_in_own_transaction()', 'commit'],
  ['begin', `do $$ begin commit; set transaction read write; ${insert}; end $$`, 'commit'],
  ['begin', 'commit', 'call write_in_own_transaction()'],
  ['begin', 'select 1 / 0', 'rollback', 'call write_in_own_transaction()'],
  ['commit and chain', 'call write_in_own_transaction()'],
];

/** PostgreSQL before version 16 creates large objects in a read-only transaction. */
const largeObjects: string[][] = [['select lo_create(7)']];

/** Creates the objects that the attempts write to. */
const setUp = [
  'create table w (n int)',
  'create sequence s',
  `create function write_it() returns int language plpgsql as
    $$ begin insert into w values (1); return 1; end $$`,
  `create procedure write_after_commit() language plpgsql as
    $$ begin commit; insert into w values (1); end $$`,
  `create procedure write_in_own_transaction() language plpgsql as
    $$ begin commit; set transaction read write; insert into w values (1); commit; end $$`,
  `create procedure turn_off() language plpgsql as
    $$ begin perform set_config('transaction_read_only', 'off', true); insert into w values (1); end $$`,
];

for (const [version, programs] of [
  ['18', undefined],
  ['15', debianPostgres15],
] as const) {
  await t.test(`PostgreSQL ${version}`, async (t) => {
    const cluster = await startCluster([], {}, programs);
    t.teardown(() => cluster.stop());
    const { connect, connected } = sessionsOf(driver, cluster.config);
    const writer = await connect();
    t.teardown(() => writer.close());
    for (const sql of setUp) await read(writer, sql);
    t.strictSame(
      await rowsOf(writer, "select split_part(current_setting('server_version'), '.', 1)"),
      [[version]],
    );

    const state = async (): Promise<unknown> => [
      await rowsOf(writer, 'select count(*) from w'),
      await rowsOf(writer, 'select last_value, is_called from s'),
      await rowsOf(writer, "select count(*) from pg_class where relname in ('w', 'x', 'y')"),
      await rowsOf(writer, 'select count(*) from pg_largeobject_metadata'),
      await rowsOf(writer, 'select count(*) from pg_db_role_setting'),
      await rowsOf(
        writer,
        "select obj_description('w'::regclass), relacl from pg_class where relname = 'w'",
      ),
    ];

    await t.test('SQL cannot turn off read-only mode', async (t) => {
      for (const attempt of [...attempts, ...(Number(version) < 16 ? [] : largeObjects)]) {
        const before = await state();
        const errors: DriverError[] = [];
        await connected(
          async (connection) => {
            for (const sql of attempt) {
              await read(connection, sql).catch((error: unknown) => {
                if (!(error instanceof DriverError)) throw error;
                errors.push(error);
              });
            }
            t.equal(connection.closed, false);
          },
          {},
          readOnly,
        );
        t.ok(errors.length > 0, attempt.join('; '));
        t.same(await state(), before, attempt.join('; '));
      }
    });

    await t.test('the same statements write in a read-write session', (t) =>
      connected(async (connection) => {
        for (const sql of ['begin read write', insert, 'commit', 'select write_it()']) {
          await read(connection, sql);
        }
        t.strictSame(await rowsOf(connection, 'select count(*) from w'), [[2]]);
      }),
    );

    await t.test('reading works as usual in a read-only session, also in transactions', (t) =>
      connected(
        async (connection) => {
          const level = 'show transaction_isolation';
          const rows = (sql: string) => rowsOf(connection, sql);
          t.strictSame(await rows('select generate_series(1, 3)'), [[1], [2], [3]]);
          t.strictSame(await rows("set work_mem to '7MB'"), []);
          t.strictSame(await rows('show work_mem'), [['7MB']], 'session settings persist');
          const tag = { batch: 'a-b', user: 'x@example.com' };
          await rows('/* a note */ begin -- of a transaction');
          await rows('rollback');
          t.match(await read(connection, "set work_mem to '7MB'"), {
            summary: { command: 'SET', notices: [] },
          });
          await read(connection, 'begin isolation level repeatable read', { tag });
          t.strictSame(await rows(level), [['repeatable read']]);
          await rows('declare c cursor for select generate_series(1, 5)');
          t.strictSame(await rows('fetch 2 from c'), [[1], [2]]);
          await rows('savepoint a');
          t.match(await failure(rows('select 1 / 0')), { sqlState: '22012' });
          t.match(await failure(rows('select 1')), { sqlState: '25P02' });
          await rows('rollback to a');
          t.strictSame(await rows('fetch 1 from c'), [[3]]);
          await rows('commit');
          await rows('begin');
          await rows('set transaction isolation level serializable, read only, deferrable');
          t.strictSame(await rows(level), [['serializable']]);
          t.match(await failure(rows('select nothing')), { position: 8 });
          await rows('rollback');
          const { rows: few, summary } = await read(connection, 'select generate_series(1, 9)', {
            maxRows: 2,
          });
          t.match([few.length, summary.truncatedBy, summary.rowCount], [2, 'rows', 2]);
          t.match(summary, { command: 'SELECT', notices: [] });
          t.match(JSON.stringify(await connection.introspect(new AbortController().signal)), '"w"');
          t.equal(await connection.reset(), true);
          t.strictSame(await rows('explain (costs off) select 1'), [['Result']]);
        },
        {},
        readOnly,
      ),
    );
  });
}
