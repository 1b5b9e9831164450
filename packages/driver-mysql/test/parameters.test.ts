import { mysqlDriver as driver } from '@sluice/driver-mysql';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { startMariaDb } from '@sluice/testkit';
import { fakeMysql } from '@sluice/driver-testkit/fake-mysql';
import { preparedResponse } from '@sluice/driver-testkit/mysql-responses';
import { readWith, testBoundValues, testParameterForms } from '@sluice/driver-testkit/parameters';
import { mysqlParameters } from '@sluice/driver-testkit/values/parameters';
import { isDeep } from '@sluice/testkit';

const server = await startMariaDb();
t.teardown(() => server.stop());

const connection = await driver.connect(server.config, sessionOptions());
t.teardown(() => connection.close());

await testParameterForms(t, connection, 'mysql', mysqlParameters);
await testBoundValues(
  t,
  connection,
  { dialect: 'mysql', hasNoBooleans: true, hasJsonText: true },
  isDeep ? 10_000 : 400,
);

const run = (sql: string, parameters: Record<string, unknown>) =>
  readWith(connection, sql, 'mysql', parameters);

await t.test(
  'rows of a statement with parameters are those of the same statement without',
  async (t) => {
    await read(
      connection,
      `create temporary table every (i tinyint unsigned, s smallint, m mediumint, n int, b bigint unsigned, f float,
       d double, x decimal(30, 10), y year, da date, dt datetime(3), ts timestamp(6) null, ti time(2), bi bit(9),
       j json, bl blob, e enum('a', 'b'), u uuid, te text)`,
    );
    await read(
      connection,
      `insert into every values
      (255, -32768, -8388608, 2147483647, 18446744073709551615, 1.234567891, -1.5e300, 12345678901234567890.0123456789,
       1999, '2026-03-01', '2026-03-01 09:30:00.5', '2026-03-01 09:30:00.123456', '-838:59:59.25', b'101010101',
       '{"a": [1, null]}', x'00ff', 'b', 'ac10fcf4-0000-4000-8000-00000000abcd', repeat('y', 40000)),
      (0, 0, 0, 0, 0, 0, 0, 0, 0, '0001-01-01', '0001-01-01', null, '00:00:00', b'0', 'null', '', 'a', null, ''),
      (null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null)`,
    );
    const { rows, accepted, summary } = await read(connection, 'select * from every where 1 = 1');
    const bound = await run('select * from every where 1 = {{one}}', { one: 1 });
    t.equal(rows.length, 3);
    t.same(bound.rows, rows);
    t.same(bound.accepted, accepted);
    t.same(bound.summary, summary);
  },
);

await t.test(
  'changes, procedures, errors and cancels work, and prepared statements are closed',
  async (t) => {
    await read(connection, 'create temporary table p (a int, b text)');
    const { summary } = await run('insert into p values ({{a}}, {{b}}), ({{a}}, null)', {
      a: 1,
      b: 'x',
    });
    t.match(summary, { command: 'INSERT', affectedRows: 2 });
    const error = await failure(run('select {{a}} from nothere', { a: 1 }));
    t.match(error, { kind: 'sql', outcome: 'failed' });
    await read(connection, 'create procedure twice(a int) begin select a; select a * 2; end');
    const called = await run('call twice({{a}})', { a: 21 });
    t.same(called.rows, [[21]]);
    t.match(called.summary.notices, [/2 results/]);
    for (let n = 0; n < 20; n++) t.same((await run('select {{n}}', { n })).rows, [[n]]);
    const open = await read(connection, `show session status like 'Prepared_stmt_count'`);
    t.ok(Number(open.rows[0]?.[1]) <= 1, 'one prepared statement at most is open');
    const aborted = new AbortController();
    const sleeping = readWith(
      connection,
      'select sleep({{s}})',
      'mysql',
      { s: 60 },
      aborted.signal,
    );
    setTimeout(() => {
      aborted.abort();
    }, 200);
    t.match(await failure(sleeping), { kind: 'cancelled', outcome: 'failed' });
    t.same((await run('select {{n}}', { n: 1 })).rows, [[1]]);
  },
);

await t.test('a placeholder inside a string of the session is an error of the text', async (t) => {
  await read(connection, "set sql_mode = 'NO_BACKSLASH_ESCAPES'");
  // The service sees a placeholder after a string with an escaped quote, the server sees one string.
  const error = await failure(run("select '\\'' , {{v}} , '", { v: 1 }));
  t.match(error, { kind: 'sql', hint: /NO_BACKSLASH_ESCAPES/ });
  const text = "select '\\'', {{v}} -- '";
  t.match(await failure(run(text, { v: 1 })), {
    kind: 'sql',
    outcome: 'not_run',
    title: 'The server found 0 placeholders in the statement instead of 1',
  });
  await read(connection, 'set sql_mode = default');
  t.same((await run('select {{v}}', { v: 1 })).rows, [[1]], 'the session stays usable');
});

await t.test('a cancel during the preparation prevents the execution', async (t) => {
  const aborted = new AbortController();
  const later: number[] = [];
  const fake = await fakeMysql((socket, request) => {
    if (request > 0) {
      later.push(request);
      return;
    }
    aborted.abort();
    // The answer arrives after the cancel.
    setImmediate(() => socket.write(preparedResponse));
  });
  t.teardown(() => fake.close());
  const config = { host: '127.0.0.1', port: fake.port, username: 'u', password: 'p' };
  const session = await driver.connect(config, sessionOptions());
  const error = await failure(readWith(session, 'select {{n}}', 'mysql', { n: 1 }, aborted.signal));
  t.match(error, { kind: 'cancelled', outcome: 'not_run' });
  t.same(later, [], 'nothing was executed');
  await session.close();
});
