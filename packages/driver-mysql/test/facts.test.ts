import { mysqlDriver as driver } from '@sluice/driver-mysql';
import { certificate } from '@sluice/testkit';
import t, { type Test } from 'tap';
import type { ConnectionConfig, SessionOptions } from '@sluice/driver-kit';
import { eventually, failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { fakeMysql, type FakeRequest } from '@sluice/driver-testkit/fake-mysql';
import type { FakeMysqlOptions } from '@sluice/driver-testkit/fake-mysql-options';
import {
  column as columnPacket,
  end,
  error,
  int,
  ok,
  packet,
  result,
  type FakeColumn,
} from '@sluice/driver-testkit/mysql-packets';
import { bound, sampleValues } from '@sluice/driver-testkit/parameters';

// Facts of MySQL servers that cannot run here. Each row names its source; the answers are written for this table. No row
// was checked with a MySQL server.

const COM_STMT_PREPARE = 22;
const COM_STMT_EXECUTE = 23;

/** Answers to the texts of a session; the others are answered by OK. */
type Answers = (request: FakeRequest) => Buffer | null;

/** Starts a fake MySQL 8.4 and returns what a test needs to talk to it. */
async function start(t: Test, answers: Answers = () => null, options: FakeMysqlOptions = {}) {
  const requests: FakeRequest[] = [];
  const server = await fakeMysql(
    (socket, _, request) => {
      requests.push(request);
      socket.write(answers(request) ?? ok(1));
    },
    undefined,
    options,
  );
  t.teardown(() => server.close());
  const config = { host: '127.0.0.1', port: server.port, username: 'u', password: 'p' };
  const connect = async (more: ConnectionConfig = {}, session: Partial<SessionOptions> = {}) => {
    const connection = await driver.connect({ ...config, ...more }, sessionOptions(session));
    t.teardown(() => connection.close());
    return connection;
  };
  return { connect, requests, sent: () => requests.map(({ sql }) => sql) };
}

const column = (name: string, type: number, charset: number, more: Partial<FakeColumn> = {}) => ({
  name,
  type,
  charset,
  ...more,
});

await t.test('M1: sign-in with caching_sha2_password', async (t) => {
  // MySQL reference manual, caching_sha2_password; mysql2 lib/commands/client_handshake.js.
  const { connect } = await start(t);
  t.match((await connect()).executionId, /^4711\/1700000000\/[0-9a-f]{16}$/);
  t.match(await failure(connect({ password: 'wrong' })), {
    kind: 'authentication',
    outcome: 'not_run',
    sqlState: '28000',
  });
});

await t.test('M2, M3: a user outside of the cache needs TLS', async (t) => {
  // MySQL reference manual, caching_sha2_password: full authentication.
  const tls = certificate('localhost');
  const { connect } = await start(t, undefined, { isCached: false, tls });
  t.match(await failure(connect()), {
    kind: 'authentication',
    outcome: 'not_run',
    title: 'The server requires TLS to send the password',
    hint: /ssl/,
  });
  const connection = await connect({ ssl: true, host: 'localhost', ca: tls.cert });
  await read(connection, 'do 1');
  t.match(await failure(connect({ ssl: true, sslSelfSigned: true, password: 'wrong' })), {
    kind: 'authentication',
  });
});

await t.test('M5: a server that requires TLS', async (t) => {
  // MySQL error reference, 3159 ER_SECURE_TRANSPORT_REQUIRED.
  const message =
    'Connections using insecure transport are prohibited while --require_secure_transport=ON.';
  const { connect } = await start(t, (request) =>
    request.sql === 'select 1' ? error(1, 3159, 'HY000', message) : null,
  );
  t.match(await failure(read(await connect(), 'select 1')), { title: message });
});

await t.test('M7, M8, M10: settings and identity of a session', async (t) => {
  // MySQL reference manual: session_track_system_variables, max_execution_time, performance schema status variables.
  const served: string[] = [];
  const onServed = (sql: string): void => void served.push(sql);
  const { connect } = await start(t, undefined, { onServed });
  await connect({}, { statementTimeoutMs: 2_000 });
  t.match(served, [
    /^SET SESSION session_track_system_variables = .*NAMES utf8mb4, SESSION time_zone = '\+00:00'$/,
    'SET SESSION max_execution_time = 2000',
    /@@server_uuid.* from performance_schema\.global_status/s,
  ]);
});

await t.test('M9: a server without a time limit, a time zone or reports', async (t) => {
  // SingleStore and MySQL 5.6, by the facts list of the project. Error 1193 ER_UNKNOWN_SYSTEM_VARIABLE.
  for (const refusedSetting of [/max_execution_time/, /session_track/, /time_zone/, /sql_mode/]) {
    const { connect } = await start(
      t,
      () => result([column('t', 7, 63)], [['2024-01-01 00:00:00']]),
      { refusedSetting },
    );
    const connection = await connect({}, { statementTimeoutMs: 2_000 });
    const isUtc = !refusedSetting.test('time_zone');
    const { rows } = await read(connection, 'select t');
    t.same(rows, [[isUtc ? '2024-01-01T00:00:00Z' : '2024-01-01T00:00:00']], refusedSetting.source);
  }
  const { connect } = await start(t, undefined, { refusedSetting: /NAMES/ });
  t.match(await failure(connect()), { kind: 'connection', outcome: 'not_run' });
});

await t.test('M11: columns of the information schema in upper case', async (t) => {
  // MySQL 8 reference manual, information schema.
  const { connect } = await start(t, ({ sql }) => {
    const name = (text: string) => column(text, 253, 33, { length: 192 });
    if (sql.includes('.schemata')) return result([name('SCHEMA_NAME')], [['main']]);
    if (sql.includes('.tables'))
      return result(['TABLE_SCHEMA', 'TABLE_NAME', 'TABLE_TYPE', 'TABLE_COMMENT'].map(name), [
        ['main', 'a', 'BASE TABLE', 'first'],
      ]);
    return result(
      ['TABLE_SCHEMA', 'TABLE_NAME', 'COLUMN_NAME', 'COLUMN_TYPE', 'COLUMN_COMMENT'].map(name),
      [['main', 'a', 'n', 'int', '']],
    );
  });
  t.match(await (await connect()).introspect(new AbortController().signal), {
    schemas: [{ name: 'main', tables: [{ name: 'a', columns: [{ name: 'n', dataType: 'int' }] }] }],
  });
});

await t.test('M12, M13, M14: types and collations of MySQL 8 and 9', async (t) => {
  // MySQL source documentation, field types; MySQL 9 reference manual, VECTOR; collations 45 and 255 of utf8mb4.
  const cells = [
    '{"a": [1]}',
    Buffer.from('0000803f', 'hex'),
    'é',
    '🎈',
    Buffer.from('00ff', 'hex'),
  ];
  const { connect } = await start(t, () =>
    result(
      [
        column('j', 245, 63),
        column('v', 242, 63),
        column('g', 253, 45),
        column('t', 253, 255),
        column('b', 252, 63, { length: 65_535 }),
      ],
      [cells],
    ),
  );
  const { rows, summary } = await read(await connect(), 'select all');
  t.same(rows, [[{ a: [1] }, '\\x0000803f', 'é', '🎈', '\\x00ff']]);
  t.same(
    summary.columns?.map(({ dbType }) => dbType),
    ['json', 'vector', 'varchar(20)', 'varchar(20)', 'blob'],
  );
});

await t.test('M16: errors', async (t) => {
  // Source: the MySQL error reference. The session stays open after each of these errors.
  const cases = [
    [1064, '42000', "You have an error near 'selec 1' at line 1", { kind: 'sql', position: 1 }],
    [
      1290,
      'HY000',
      'The MySQL server is running with the --read-only option',
      { kind: 'permission' },
    ],
    [1317, '70100', 'Query execution was interrupted', { kind: 'sql' }],
    [1792, '25006', 'Cannot execute statement in a READ ONLY transaction.', { kind: 'permission' }],
    [
      3024,
      'HY000',
      'Query execution was interrupted, maximum statement execution time exceeded',
      { kind: 'timeout' },
    ],
    [
      4031,
      'HY000',
      'The client was disconnected by the server because of inactivity.',
      { kind: 'sql' },
    ],
  ] as const;
  const { connect } = await start(t, ({ sql }) => {
    const found = cases.find(([number]) => sql === `selec ${String(number)}`);
    return found === undefined
      ? null
      : error(1, found[0], found[1], found[2].replace('selec 1', sql));
  });
  const connection = await connect();
  for (const [number, sqlState, , expected] of cases) {
    t.match(await failure(read(connection, `selec ${String(number)}`)), {
      ...expected,
      sqlState,
      outcome: 'failed',
    });
    await read(connection, 'do 1');
  }
});

await t.test('M16: an error before the server closes the connection', async (t) => {
  // MySQL error reference: 1053 ER_SERVER_SHUTDOWN, 4031 ER_CLIENT_INTERACTION_TIMEOUT.
  for (const [number, outcome] of [
    [1053, 'unknown'],
    [1317, 'unknown'],
    [4031, 'failed'],
  ] as const) {
    const server = await fakeMysql((socket) => {
      socket.end(error(1, number, 'HY000', 'The session ends'));
    });
    t.teardown(() => server.close());
    const config = { host: '127.0.0.1', port: server.port, username: 'u', password: 'p' };
    const connection = await driver.connect(config, sessionOptions());
    t.match(await failure(read(connection, 'select 1')), {
      kind: 'connection',
      outcome,
      title: 'The session ends',
    });
    t.ok(connection.closed);
  }
});

await t.test('M17: types of bound values', async (t) => {
  // MySQL protocol documentation, COM_STMT_EXECUTE: nulls, the flag 1, then type and sign of each value.
  const names = ['integer', 'decimal', 'boolean', 'date', 'time', 'timestamp', 'text', 'nothing'];
  const sql = `select ${names.map((name) => `{{${name}}}`).join()}`;
  const { connect, requests } = await start(t, ({ command }) =>
    command === COM_STMT_PREPARE
      ? Buffer.concat([
          packet(1, Buffer.of(0), int(1, 4), int(0, 2), int(names.length, 2), Buffer.alloc(3)),
          ...names.map((_, index) => columnPacket(2 + index, column('?', 253, 63))),
          end(2 + names.length),
        ])
      : ok(1),
  );
  await read(await connect(), sql, { parameters: bound(sql, 'mysql', sampleValues) });
  const execution = requests.find(({ command }) => command === COM_STMT_EXECUTE)?.body;
  t.equal(
    execution?.subarray(0, 28).toString('hex'),
    ['17', '01000000', '00', '01000000', '80', '01']
      .concat('0800', 'f600', '0100', '0a00', '0b00', '0c00', 'fd00', '0a00')
      .join(''),
  );
});

await t.test('M18: the process list of the performance schema, where it exists', async (t) => {
  // MySQL reference manual, 8.0.22: performance_schema.processlist; 8.0.35: information_schema.processlist is deprecated.
  const listed = (isFound: boolean) => result([column('f', 3, 63)], [['0'], [isFound ? '1' : '0']]);
  const variants: [name: string, performanceSchema: () => Buffer | null, lists: string[]][] = [
    ['8.4', () => null, ['performance_schema']],
    [
      '5.7',
      () => error(1, 1146, '42S02', "Table 'performance_schema.processlist' doesn't exist"),
      ['performance_schema', 'information_schema'],
    ],
    [
      'performance schema off',
      () => result([column('f', 3, 63)], []),
      ['performance_schema', 'information_schema'],
    ],
  ];
  for (const [name, performanceSchema, lists] of variants) {
    const killed: string[] = [];
    const asked: string[] = [];
    const server = await fakeMysql(
      (socket, _, { sql }) => {
        const [, list = ''] = /from (\w+)\.processlist/.exec(sql) ?? [];
        asked.push(list);
        const own = list === 'performance_schema' ? performanceSchema() : null;
        socket.write(own ?? listed(killed.length === 0));
      },
      undefined,
      { onServed: (sql) => sql.startsWith('KILL') && killed.push(sql) },
    );
    t.teardown(() => server.close());
    const config = { host: '127.0.0.1', port: server.port, username: 'u', password: 'p' };
    const connection = await driver.connect(config, sessionOptions());
    const id = connection.executionId ?? '';
    t.equal(await driver.cancelOrphan(config, id, sessionOptions()), 'stopped', name);
    t.match(killed, [/^KILL connection IF\(left\(sha2\(.*@@server_uuid.*= '\w{16}', 4711, 0\)$/]);
    t.same(asked, [...lists, ...lists], name);
    await eventually('the session has ended', () => connection.closed);
    t.equal(
      await driver.cancelOrphan(config, id.replace('1700', '1800'), sessionOptions()),
      'gone',
    );
    t.equal(killed.length, 1, 'a session of an earlier start of the server is not killed');
    await connection.close();
  }
});

await t.test('M19: privileges of roles', async (t) => {
  // MySQL reference manual, SHOW GRANTS … USING.
  const grants: Record<string, string[]> = {
    'SHOW GRANTS': ['GRANT USAGE ON *.* TO `u`@`%`', 'GRANT `dba`@`%`,`reader`@`%` TO `u`@`%`'],
    'SHOW GRANTS FOR CURRENT_USER() USING `dba`@`%`': [
      'GRANT SELECT, FILE, SUPER ON *.* TO `u`@`%`',
      'GRANT `dba`@`%`,`reader`@`%` TO `u`@`%`',
    ],
  };
  const { connect, sent } = await start(t, ({ sql }) => {
    const found = grants[sql];
    return found === undefined
      ? error(1, 3530, 'HY000', '`reader`@`%` is not granted to `u`@`%`')
      : result(
          [column('Grants for u@%', 253, 255)],
          found.map((grant) => [grant]),
        );
  });
  t.same(await (await connect()).highPrivileges(), ['SUPER', 'FILE']);
  t.equal(sent().length, 3, 'a role that the server does not show is left out');
});

await t.test('M22: a cancel kills the own query by the confirmed number', async (t) => {
  // MySQL reference manual, KILL: a user may kill own threads without a privilege.
  const served: string[] = [];
  const server = await fakeMysql(() => undefined, undefined, {
    onServed: (sql) => served.push(sql),
  });
  t.teardown(() => server.close());
  const config = { host: '127.0.0.1', port: server.port, username: 'u', password: 'p' };
  const connection = await driver.connect(config, sessionOptions());
  const abort = new AbortController();
  const failed = failure(read(connection, 'select sleep(60)', { signal: abort.signal }));
  abort.abort();
  t.match(await failed, { kind: 'cancelled', outcome: 'failed' });
  t.match(served.at(-1), /^KILL query IF\(.*, 4711, 0\)$/);
  await connection.close();
});
