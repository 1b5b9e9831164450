import { DriverError, type DriverConnection } from '@sluice/driver-kit';
import { postgresDriver as driver } from '@sluice/driver-postgres';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { failure, read, runOptions, sessionOptions } from '@sluice/driver-testkit/contract';

const cluster = await startCluster();
t.teardown(() => cluster.stop());

const tag = { batch: 'b-1', user: 'u-1' };
const comment = '/* sluice batch=b-1 user=u-1 */';

const connection: DriverConnection = await driver.connect(cluster.config, sessionOptions());
t.teardown(() => connection.close());

/** Returns the statement text as the server sees it. */
const seen = async (sql: string, options = { tag }): Promise<string> => {
  const { rows } = await read(connection, sql, options);
  return String(rows.at(-1)?.at(-1));
};

t.test('pg_stat_activity shows the tag of a running statement', async (t) => {
  const watcher = await driver.connect(cluster.config, sessionOptions());
  t.teardown(() => watcher.close());
  const stop = new AbortController();
  const options = runOptions({ tag, signal: stop.signal });
  const running = failure(
    (async () => {
      const run = await connection.run('select pg_sleep(60)', options);
      const chunks = run.chunks[Symbol.asyncIterator]();
      while ((await chunks.next()).done !== true);
    })(),
  );
  let query: unknown;
  while (query === undefined) {
    const { rows } = await read(
      watcher,
      `select query from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`,
    );
    query = rows[0]?.[0];
  }
  t.equal(query, `select pg_sleep(60)\n${comment}`);
  stop.abort();
  t.equal((await running).kind, 'cancelled');
});

t.test('the tag follows a statement that ends with a comment', async (t) => {
  t.equal(
    await seen('select current_query() -- to the end'),
    `select current_query() -- to the end\n${comment}`,
  );
  t.equal(
    await seen('select current_query() /* whole */'),
    `select current_query() /* whole */\n${comment}`,
  );
});

t.test('a statement without a tag is sent unchanged', async (t) => {
  const { rows } = await read(connection, 'select current_query()');
  t.same(rows, [['select current_query()']]);
});

t.test('a tag value cannot end the comment or start another', async (t) => {
  for (const user of [
    '*/ drop table x; /*',
    "a'b",
    'x\n-- y',
    '$$',
    '\u{1F388}é',
    '"',
    '\0',
    '%2A',
  ]) {
    const text = await seen('select current_query()', { tag: { batch: 'b', user } });
    t.match(
      text,
      /^select current_query\(\)\n\/\* sluice batch=b user=[A-Za-z0-9._@:%-]+ \*\/$/,
      user,
    );
  }
  const long = await seen('select current_query()', {
    tag: { batch: 'b', user: 'u'.repeat(5_000) },
  });
  t.ok(long.length < 250);
});

t.test('errors and positions are those of the statement without the tag', async (t) => {
  for (const sql of [
    'select nothere from pg_class',
    'select 1 +',
    'select 1 + -- more',
    'select (1',
    'selec 1',
    'select\n  1,\n  nothere',
    "select 'é漢🎈', nothere",
    "select '🎈' +",
    "select 'open",
    'select "open',
    'select $$open',
    'select $tag$open $$ here',
    "select E'open\\'",
    'select 1 /* open',
    'select 1 /* open /* nested */',
    "select 1 where 'a' = ",
    'select 1 2 3',
    'select 1 union',
    'create table x (a int',
    "select 'x'::int",
    'select 1; select 2',
    'do $$ begin perform nothere; end $$',
    '',
    '-- nothing else',
  ]) {
    const [plain, tagged] = [await outcome(sql, {}), await outcome(sql, { tag })];
    t.same(tagged, plain, sql);
  }
});

t.test('a session with standard_conforming_strings off sends no tag', async (t) => {
  await read(connection, 'set standard_conforming_strings to off');
  t.same((await read(connection, 'select current_query()', { tag })).rows, [
    ['select current_query()'],
  ]);
  t.same(await outcome("select 'open\\'", { tag }), await outcome("select 'open\\'", {}));
  await read(connection, 'set standard_conforming_strings to on');
  t.match(await seen('select current_query()'), /sluice/);
});

/** Returns the rows, or the fields of the error. */
async function outcome(sql: string, options: { tag?: typeof tag }): Promise<unknown> {
  try {
    return (await read(connection, sql, options)).rows;
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    const { kind, outcome: what, title, detail, hint, position, sqlState } = error;
    return { kind, what, title, detail, hint, position, sqlState };
  }
}
