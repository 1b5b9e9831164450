import { mysqlDriver as driver } from '@sluice/driver-mysql';
import { mariaDbPassword, startMariaDb } from '@sluice/testkit';
import t from 'tap';
import { eventually, failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { rowsOf, sessionsOf } from '@sluice/driver-testkit/sessions';

const server = await startMariaDb();
t.teardown(() => server.stop());

const { connected } = sessionsOf(driver, server.config);

await t.test('a session sets its time zone, character set and database', (t) =>
  connected(async (connection) => {
    t.strictSame(
      await rowsOf(connection, 'select @@time_zone, @@character_set_results, database()'),
      [['+00:00', 'utf8mb4', 'main']],
    );
    const [row] = await rowsOf(connection, 'select connection_id()');
    t.match(connection.executionId, new RegExp(`^${String(row?.[0])}/1\\d{9}/[0-9a-f]{16}$`));
  }),
);

await t.test('a session reports the privileges of its user beyond data', (t) =>
  connected(async (connection) => {
    t.strictSame(await connection.highPrivileges(), ['ALL PRIVILEGES']);
    await read(connection, "create user plain identified by 'plain'");
    await read(connection, 'grant all privileges on main.* to plain');
    const rights = async (): Promise<string[]> => {
      const config = { ...server.config, username: 'plain', password: 'plain' };
      const session = await driver.connect(config, sessionOptions());
      const found = await session.highPrivileges();
      await session.close();
      return found;
    };
    t.strictSame(await rights(), [], 'all privileges on one database are not high privileges');
    await read(connection, 'grant file, select, create user on *.* to plain');
    t.strictSame(await rights(), ['FILE', 'CREATE USER']);
    await read(connection, 'revoke file, create user on *.* from plain');
    for (const sql of [
      'create role outer_role',
      'create role `inner, ``role`` TO`',
      'grant outer_role to plain',
      'grant `inner, ``role`` TO` to outer_role',
      'grant super on *.* to `inner, ``role`` TO`',
    ])
      await read(connection, sql);
    t.strictSame(await rights(), ['SUPER'], 'also those of a role that is not active');
    for (const sql of ['drop role outer_role', 'drop role `inner, ``role`` TO`'])
      await read(connection, sql);
    await read(connection, 'drop user plain');
  }),
);

await t.test('a connection without a database has none selected', (t) =>
  connected(
    async (connection) => {
      t.strictSame(await rowsOf(connection, 'select database()'), [[null]]);
      t.equal(await connection.reset(), false, 'the selection of a database cannot be undone');
    },
    { database: '' },
  ),
);

await t.test('the server rejects a second statement in one text', (t) =>
  connected(async (connection) => {
    const error = await failure(read(connection, 'select 1; drop table if exists x'));
    t.match(error, { kind: 'sql', outcome: 'failed', sqlState: '42000', position: 11 });
    t.strictSame(await rowsOf(connection, `select ';' -- ; \n;`), [[';']]);
  }),
);

await t.test('the summary reports the command and its affected rows', (t) =>
  connected(async (connection) => {
    const run = async (sql: string, maxRows: number | null = null): Promise<unknown[]> => {
      const { summary } = await read(connection, sql, { maxRows });
      return [summary.command, summary.affectedRows, summary.rowCount];
    };
    t.strictSame(await run('create temporary table d (n int primary key)'), [
      'CREATE TEMPORARY',
      null,
      0,
    ]);
    t.strictSame(await run('insert into d select seq from seq_1_to_5'), ['INSERT', 5, 0]);
    t.strictSame(
      await run('update d set n = n where n < 4'),
      ['UPDATE', 0, 0],
      'rows that changed, not rows that matched',
    );
    t.strictSame(await run('replace into d values (1), (9)'), ['REPLACE', 2, 0]);
    t.strictSame(await run('delete from d where n > 5 returning n'), ['DELETE', null, 1]);
    t.strictSame(await run('select * from d'), ['SELECT', null, 5]);
    t.strictSame(await run('/* a */ (select * from d)', 2), ['SELECT', null, 2]);
    t.strictSame(await run('with x as (select 1) select * from x'), ['WITH', null, 1]);
    t.strictSame(await run('set @a = 1'), ['SET', null, 0]);
    t.strictSame(await run('drop temporary table d'), ['DROP TEMPORARY', null, 0]);
  }),
);

await t.test('INSERT … RETURNING inserts all rows although few are kept', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temporary table r (n int)');
    const sql = 'insert into r select seq from seq_1_to_5000 returning n';
    const { rows, summary } = await read(connection, sql, { maxRows: 10 });
    t.match([rows.length, summary.truncatedBy, summary.command], [10, 'rows', 'INSERT']);
    t.strictSame(await rowsOf(connection, 'select count(*) from r'), [[5000]]);
  }),
);

await t.test('a SELECT is stopped in the database once enough rows were read', (t) =>
  connected(async (connection) => {
    const startedAtMs = performance.now();
    // A billion rows would take minutes to read.
    const all = 'select 1 from seq_1_to_1000 a, seq_1_to_1000 b, seq_1_to_1000 c';
    const { rows, summary } = await read(connection, all, { maxRows: 100 });
    t.match([rows.length, summary.truncatedBy], [100, 'rows']);
    t.ok(performance.now() - startedAtMs < 10_000);
    t.strictSame(await rowsOf(connection, 'select 1'), [[1]], 'the next statement is not affected');
  }),
);

await t.test('a procedure with several results keeps the first and runs to its end', (t) =>
  connected(async (connection) => {
    await read(connection, 'create table p (n int)');
    await read(
      connection,
      `create procedure many() begin
         select 1 as a union all select 2; select 'x' as b, 'y' as c;
         insert into p values (1), (2); end`,
    );
    const { rows, summary } = await read(connection, 'call many()');
    t.strictSame(rows, [[1], [2]]);
    t.match(summary, { command: 'CALL', affectedRows: 2 });
    t.strictSame(summary.notices, ['NOTE: 2 results; only the rows of the first are stored']);
    t.strictSame(await rowsOf(connection, 'select count(*) from p'), [[2]]);
    await read(connection, 'create procedure breaks() begin select 1; select nothere; end');
    t.match(await failure(read(connection, 'call breaks()')), { kind: 'sql', outcome: 'failed' });
    t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
  }),
);

await t.test('warnings are returned as notices', (t) =>
  connected(async (connection) => {
    await read(connection, "set sql_mode = ''");
    await read(connection, 'create temporary table w (n tinyint)');
    const { summary } = await read(connection, 'insert into w values (1000), (2000)');
    t.strictSame(summary.notices, [
      "WARNING: Out of range value for column 'n' at row 1 (1264)",
      "WARNING: Out of range value for column 'n' at row 2 (1264)",
    ]);
    t.strictSame((await read(connection, 'select 1')).summary.notices, []);
  }),
);

await t.test('warnings of a failed statement are kept, and cuts are marked', (t) =>
  connected(async (connection) => {
    await read(connection, "set sql_mode = ''");
    await read(connection, 'create temporary table few (n tinyint primary key)');
    const error = await failure(read(connection, 'insert into few values (1000), (2000)'));
    t.match(error, { kind: 'sql', title: /Duplicate entry '127'/ });
    t.match(error.notices, [
      /^WARNING: Out of range .* at row 1 \(1264\)$/,
      /^WARNING: .* at row 2/,
    ]);
    t.strictSame((await failure(read(connection, 'selec 1'))).notices, []);
    await read(connection, 'set max_error_count = 120');
    await read(connection, 'create temporary table many (n tinyint)');
    const { summary } = await read(connection, 'insert into many select 1000 from seq_1_to_130');
    t.equal(summary.notices.length, 101);
    t.equal(summary.notices.at(-1), '30 more notices were not kept.');
    await read(connection, 'set max_error_count = 2');
    const few = await read(connection, 'insert into many select 1000 from seq_1_to_5');
    t.equal(few.summary.notices.at(-1), '3 more notices were not kept.');
  }),
);

await t.test('an error has its kind and position', (t) =>
  connected(async (connection) => {
    const place = async (sql: string, tag?: Record<string, string>): Promise<unknown[]> => {
      const error = await failure(read(connection, sql, tag ? { tag } : {}));
      return [error.kind, error.position];
    };
    t.strictSame(await place('selec 1'), ['sql', 1]);
    t.strictSame(await place(`select 1,\n  '🎈é' frm dual`), ['sql', 22]);
    t.strictSame(await place('select (1'), ['sql', 10], 'at the end');
    t.strictSame(await place('select nothere, nothere'), ['sql', undefined], 'ambiguous name');
    t.strictSame(await place('select * from main.nowhere'), ['sql', 20]);
    t.strictSame(await place("select 'x', `nothere` from dual"), ['sql', 14]);
    const tagged = await failure(read(connection, 'select 1 +', { tag: { batch: 'b1' } }));
    t.equal(tagged.position, 11);
    const long = { batch: 'b'.repeat(40), statement: 's'.repeat(40) };
    t.strictSame(await place('select 1,\n  2 +* 3', long), ['sql', 16], 'truncated by the server');
    t.notMatch(tagged.title, /sluice/, 'the error does not mention the appended comment');
    t.match(await failure(read(connection, 'signal sqlstate "45000"')), { sqlState: '45000' });
    await read(connection, 'set max_statement_time = 0.05');
    t.match(await failure(read(connection, 'select sleep(5) from seq_1_to_3')), {
      kind: 'timeout',
      outcome: 'failed',
    });
  }),
);

await t.test('a missing privilege is reported as a permission error', async (t) => {
  server.client(`create user reader@'127.0.0.1' identified by 'r'; create database hidden;
    create table main.shown (n int comment 'a number') comment 'a table'; create view main.seen as
    select n from main.shown; grant select on main.* to reader@'127.0.0.1'`);
  await connected(
    async (connection) => {
      t.match(await failure(read(connection, 'create table x (n int)')), { kind: 'permission' });
      const schema = await connection.introspect(new AbortController().signal);
      const schemas = 'schemas' in schema ? schema.schemas : [];
      const main = schemas.find(({ name }) => name === 'main');
      t.notOk(schemas.some(({ name }) => name === 'hidden' || name === 'mysql'));
      t.match(
        main?.tables.filter(({ name }) => ['seen', 'shown'].includes(name)),
        [
          { name: 'seen', type: 'view', description: '', columns: [{ name: 'n' }] },
          {
            name: 'shown',
            type: 'table',
            description: 'a table',
            columns: [{ name: 'n', dataType: 'int(11)', description: 'a number' }],
          },
        ],
      );
    },
    { username: 'reader', password: 'r' },
  );
});

await t.test('the detail of a table has keys, indexes, rows, comment and DDL', (t) =>
  connected(async (connection) => {
    const { signal } = new AbortController();
    const name = "it's a \\ `name`";
    const quoted = "`it's a \\ ``name```";
    for (const sql of [
      'create database if not exists detail',
      'create table detail.customers (region varchar(9), id int, primary key (region, id))',
      `create table detail.${quoted} (id int primary key, region varchar(9), customer int, code int,
        unique one_code (code), key by_customer (region, customer),
        constraint buyer foreign key (region, customer) references customers (region, id)
        ) comment 'what is bought'`,
      `create table detail.${quoted.toUpperCase()} (other int)`,
      `create view detail.v as select id from detail.${quoted}`,
      `insert into detail.${quoted} (id) select seq from seq_1_to_500`,
      `analyze table detail.${quoted}`,
    ])
      await read(connection, sql);
    const detail = await connection.describeTable({ schema: 'detail', name }, signal);
    t.match(detail, {
      schema: 'detail',
      name,
      type: 'table',
      description: 'what is bought',
      rowEstimate: 500,
      keys: [
        { name: 'PRIMARY', kind: 'primary', columns: ['id'] },
        { name: 'one_code', kind: 'unique', columns: ['code'] },
      ],
      foreignKeys: [
        {
          name: 'buyer',
          columns: ['region', 'customer'],
          referencedSchema: 'detail',
          referencedTable: 'customers',
          referencedColumns: ['region', 'id'],
        },
      ],
      ddlSource: 'engine',
    });
    t.match(
      detail?.indexes.map((index) => [index.name, index.columns.join(), index.isUnique]),
      [
        ['PRIMARY', 'id', true],
        ['by_customer', 'region,customer', false],
        ['one_code', 'code', true],
      ],
    );
    t.match(detail?.ddl, /^CREATE TABLE .*CONSTRAINT `buyer` FOREIGN KEY.*;$/s);
    const view = await connection.describeTable({ schema: 'detail', name: 'v' }, signal);
    t.match(view, { type: 'view', description: '', keys: [], ddl: /^CREATE .*VIEW/ });
    t.equal(await connection.describeTable({ schema: 'detail', name: 'none' }, signal), null);
  }),
);

await t.test('a read-only session rejects writes', async (t) => {
  await connected(
    async (connection) => {
      t.match(await failure(read(connection, 'create table ro (n int)')), {
        kind: 'permission',
        outcome: 'not_run',
      });
      server.client('create sequence main.q; create table main.stored (n int)');
      t.match(await failure(read(connection, 'select nextval(q)')), {
        kind: 'permission',
        outcome: 'failed',
      });
      for (const reading of [
        'select 1',
        '(select 1) union all (select 2)',
        '/* note */ -- note\nselect 1',
        'with x as (select 1 as n) select n from x',
        'values (1), (2)',
        'show tables',
        'describe stored',
        'explain select * from stored',
        'help "select"',
        'use main',
        "set @a = 1, session sql_mode = ''",
        'set names utf8mb4',
        'begin',
        'select * from stored',
        'savepoint a',
        'rollback to a',
        'release savepoint a',
        'commit',
        'start transaction with consistent snapshot, read only',
        'select * from stored',
        'rollback',
        'do sleep(0)',
        "select 'outfile' as a, 'é into dumpfile'",
        'select `outfile` from (select 1 as `outfile`) t',
        'select "outfile" /* dumpfile */ -- outfile\n# outfile',
        "set @a = 'global', @b = /* role */ 1",
      ]) {
        await read(connection, reading);
      }
      const file = "'/tmp/sluice-read-only'";
      for (const [writing, detail] of [
        [`select 'a' into outfile ${file}`, /OUTFILE/],
        [`select 'a\\' into outfile ${file} -- '`, /OUTFILE/],
        // While `set names gbk` applies, the server reads these backticks as a part of the character before.
        [`select 1 as \`你\`, 2 as \` into outfile ${file} -- \``, /OUTFILE/],
        [`select 1 /* ' */ into/**/dumpfile ${file} /* ' */`, /DUMPFILE/],
        ['set "tx_read_only" = 0', /end the read-only mode/],
        ['set `global`.a = 0', /end the read-only mode/],
        ['call p()', /can write/],
        ['select 1 /*! + 1 */', /comment/],
      ] as const) {
        const error = await failure(read(connection, writing));
        t.match(error, { kind: 'permission', outcome: 'not_run', detail }, writing);
      }
      t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
    },
    {},
    { readOnly: true },
  );
});

await t.test('pre-query statements run first, and a failing one fails the connect', async (t) => {
  await connected(
    async (connection) => {
      t.strictSame(await rowsOf(connection, 'select @one, @two'), [['a;b', 2]]);
      t.equal(await connection.reset(), false, 'their effects are unknown');
    },
    { preQueryStatements: `set @one = 'a;b';\nset @two = 2;` },
  );
  const error = await failure(
    driver.connect({ ...server.config, preQueryStatements: 'selec' }, sessionOptions()),
  );
  t.match(error, { kind: 'connection', outcome: 'not_run' });
  const preQueryStatements = "signal sqlstate '28000' set mysql_errno = 1045, message_text = 'x'";
  const raised = driver.connect({ ...server.config, preQueryStatements }, sessionOptions());
  t.match(await failure(raised), { kind: 'connection', outcome: 'not_run', title: 'x' });
});

await t.test('reset restores the initial state of an idle session', (t) =>
  connected(async (connection) => {
    server.client('create database if not exists other');
    await read(connection, 'use other');
    await read(connection, "set time_zone = '+03:00', @a = 1");
    await read(connection, 'create temporary table kept (n int)');
    t.equal(await connection.reset(), true);
    t.strictSame(await rowsOf(connection, 'select database(), @@time_zone, @a'), [
      ['main', '+00:00', null],
    ]);
    t.match(await failure(read(connection, 'select * from kept')), { kind: 'sql' });
  }),
);

await t.test('a local file is never sent to the server', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temporary table f (l text)');
    const error = await failure(
      read(connection, "load data local infile '/etc/hostname' into table f"),
    );
    t.match(error, { outcome: 'failed' });
    t.strictSame(await rowsOf(connection, 'select count(*) from f'), [[0]]);
  }),
);

await t.test('the tag is omitted if backslashes do not escape', (t) =>
  connected(async (connection) => {
    const seen = async (): Promise<unknown> => {
      const [row] = await rowsOf(
        connection,
        'select info from information_schema.processlist where id = connection_id()',
      );
      return row?.[0];
    };
    t.equal(String(await seen()).includes('sluice'), false);
    const tag = { batch: 'b1' };
    const text = 'select info from information_schema.processlist where id = connection_id()';
    t.match((await read(connection, text, { tag })).rows[0]?.[0], /\n\/\* sluice batch=b1 \*\/$/);
    await read(connection, "set sql_mode = 'NO_BACKSLASH_ESCAPES'");
    t.notMatch((await read(connection, text, { tag })).rows[0]?.[0], /sluice/);
  }),
);

await t.test('a server shutdown ends its sessions with a connection error', async (t) => {
  const short = await startMariaDb();
  const connection = await driver.connect(short.config, sessionOptions());
  const failed = failure(read(connection, 'select sleep(60)'));
  await eventually('the statement is running', () =>
    short
      .client("select count(*) from information_schema.processlist where info like 'select sleep%'")
      .startsWith('1'),
  );
  short.client('shutdown');
  t.match(await failed, { kind: 'connection', outcome: 'unknown' });
  await eventually('the session is closed', () => connection.closed);
  await short.stop();
});

await t.test('an error does not contain the wrong password', async (t) => {
  for (const more of [{ password: '' }, { username: 'nobody' }, { database: 'nowhere' }]) {
    const error = await failure(driver.connect({ ...server.config, ...more }, sessionOptions()));
    t.match(error, { outcome: 'not_run' });
    t.notOk(JSON.stringify([error, error.stack]).includes(mariaDbPassword));
  }
});

await t.test('the database ends a statement at its own timeout', (t) =>
  connected(
    async (connection) => {
      const error = await failure(read(connection, 'select sleep(60) from seq_1_to_3'));
      t.match(error, { kind: 'timeout', outcome: 'failed' });
      t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
    },
    {},
    { statementTimeoutMs: 200 },
  ),
);

await t.test('an error number that user code raises does not decide about the session', (t) =>
  connected(async (connection) => {
    const numbers = [
      ...[1045, 1251, 1698, 1820, 1862, 3118, 4151],
      ...[1040, 1053, 1077, 1079, 1203, 1226, 1927, 4031],
      1317,
    ];
    for (const number of numbers) {
      const raised = `signal sqlstate '45000' set mysql_errno = ${String(number)}, message_text = 'by user code'`;
      t.match(
        await failure(read(connection, raised)),
        { kind: 'sql', outcome: 'failed', title: 'by user code', sqlState: '45000' },
        String(number),
      );
      t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
    }
    await read(
      connection,
      `create or replace procedure main.raises() begin select 1;
       signal sqlstate '08S01' set mysql_errno = 1053, message_text = 'by user code'; end`,
    );
    t.match(await failure(read(connection, 'call main.raises()')), {
      kind: 'sql',
      outcome: 'failed',
    });
  }),
);

await t.test('a query that an administrator killed is an error of the database', (t) =>
  connected(async (connection) => {
    const failed = failure(read(connection, 'select sleep(60), 3'));
    const find = "select id from information_schema.processlist where info = 'select sleep(60), 3'";
    await eventually('the statement is running', () => server.client(find) !== '');
    server.client(`kill query ${server.client(find)}`);
    t.match(await failed, { kind: 'sql', outcome: 'failed', sqlState: '70100' });
    t.strictSame(await rowsOf(connection, 'select 1'), [[1]]);
  }),
);

await t.test('texts stay UTF-8 after a statement that changes the character set', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temporary table texts (t varchar(9) character set utf8mb4)');
    for (const [name, hex, text] of [
      ['latin1', 'E980', 'é€'],
      ['cp1251', 'CFF0', 'Пр'],
      ['sjis', '93FA967B', '日本'],
    ] as const) {
      const { summary } = await read(connection, `set names ${name}`);
      t.match(summary.notices, [new RegExp(`utf8mb4 instead of ${name}`)]);
      t.strictSame(await rowsOf(connection, `select convert(unhex('${hex}') using ${name}) as t`), [
        [text],
      ]);
      await read(connection, `set names ${name}`);
      await read(connection, `insert into texts values ('🎈${text}')`);
      t.strictSame(await rowsOf(connection, 'select t from texts'), [[`🎈${text}`]]);
      await read(connection, 'delete from texts');
    }
    for (const statement of [
      'set character_set_results = utf16',
      'set character_set_results = ucs2',
      'set character_set_results = utf32',
      'set character_set_results = null',
      'set character_set_results = binary',
      'set character set cp1251',
      '/*!40101 SET NAMES latin1 */',
      "set character_set_connection = ascii, character_set_client = 'latin2'",
    ]) {
      await read(connection, statement);
      const { accepted, rows } = await read(connection, "select 'é🎈' as é");
      t.match([accepted, rows], [[{ name: 'é' }], [['é🎈']]], statement);
    }
    t.strictSame((await read(connection, 'set names utf8mb3')).summary.notices, []);
    t.strictSame(await rowsOf(connection, "select '🎈'"), [['🎈']]);
    await read(connection, 'set names utf8mb4 collate utf8mb4_bin');
    t.strictSame(await rowsOf(connection, 'select @@collation_connection'), [['utf8mb4_bin']]);
  }),
);

await t.test('a procedure that changes the character set before its rows says so', (t) =>
  connected(async (connection) => {
    const define = (name: string, body: string) =>
      read(connection, `create or replace procedure main.${name}() begin ${body}; end`);
    await define('wide', "set character_set_results = utf16; select 'é' as é");
    t.match(await failure(read(connection, 'call main.wide()')), {
      kind: 'sql',
      outcome: 'ran_result_lost',
      title: /UTF-16/,
    });
    t.strictSame(await rowsOf(connection, "select 'é'"), [['é']]);
    await define('narrow', "set character_set_results = latin1; select 'e'");
    const { rows, summary } = await read(connection, 'call main.narrow()');
    t.strictSame(rows, [['e']]);
    t.match(summary.notices, [/not in UTF-8/, /utf8mb4 instead of latin1/]);
    await define('fails', "set names cp1251; signal sqlstate '45000'");
    await failure(read(connection, 'call main.fails()'));
    t.strictSame(await rowsOf(connection, "select 'é'"), [['é']], 'an error reports no change');
  }),
);

await t.test('timestamps have no Z once the session has another time zone', (t) =>
  connected(async (connection) => {
    await read(connection, 'create temporary table times (t timestamp)');
    await read(connection, "insert into times values ('2024-07-01 12:00:00')");
    t.strictSame(await rowsOf(connection, 'select t from times'), [['2024-07-01T12:00:00Z']]);
    await read(connection, "set time_zone = '+03:00'");
    t.strictSame(await rowsOf(connection, 'select t from times'), [['2024-07-01T15:00:00']]);
    t.equal(await connection.reset(), true);
    t.strictSame(await rowsOf(connection, "select timestamp '2024-07-01 12:00:00'"), [
      ['2024-07-01T12:00:00'],
    ]);
  }),
);

await t.test(
  'a notice or the hint of a syntax error says if the session reads backslashes in another way',
  (t) =>
    connected(async (connection) => {
      const hinted = async (sql: string): Promise<string | undefined> =>
        (await failure(read(connection, sql))).hint;
      t.equal(await hinted("select '\\'"), undefined);
      await read(connection, "set sql_mode = 'NO_BACKSLASH_ESCAPES'");
      const { rows, summary } = await read(connection, "select '\\'");
      t.strictSame(rows, [['\\']]);
      t.match(summary.notices, [/^NOTE: The session has sql_mode NO_BACKSLASH_ESCAPES/]);
      t.strictSame((await read(connection, "select 'a\\b'")).summary.notices, []);
      t.match(await hinted("select '\\'; select 2; select 'x'"), /NO_BACKSLASH_ESCAPES/);
      t.equal(await hinted('select 1; select 2'), undefined, 'no backslash, no difference');
      await read(connection, "set sql_mode = 'ANSI_QUOTES'");
      t.match(await hinted('select 1 as "\\"; select 2; select "x"'), /ANSI_QUOTES/);
    }),
);

await t.test('the mode of a server by default is followed, too', async (t) => {
  server.client("set global sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'");
  t.teardown(() => server.client('set global sql_mode = default'));
  await connected(async (connection) => {
    t.match(await failure(read(connection, 'select 1 as "\\"; select "x"')), {
      hint: /NO_BACKSLASH_ESCAPES, ANSI_QUOTES/,
    });
  });
});
