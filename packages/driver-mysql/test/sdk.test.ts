import { certificate } from '@sluice/testkit';
import { createConnection } from 'mysql2/promise';
import t, { type Test } from 'tap';
import { fakeMysql } from '@sluice/driver-testkit/fake-mysql';
import type { FakeMysqlOptions } from '@sluice/driver-testkit/fake-mysql-options';
import { error, ok, result } from '@sluice/driver-testkit/mysql-packets';
import { binaryResponse, preparedResponse, response } from '@sluice/driver-testkit/mysql-responses';

// mysql2 is a witness for the fake: a server that it misreads is none that it was written for.

const user = { host: '127.0.0.1', user: 'u', password: 'p' };

/** Opens a connection of mysql2 to a new fake. */
async function connected(t: Test, options: FakeMysqlOptions = {}, more: object = {}) {
  const server = await fakeMysql(
    (socket, _, { command, sql }) => {
      if (command === 22) socket.write(preparedResponse);
      else if (command === 23) socket.write(binaryResponse);
      else if (sql === 'select many')
        socket.write(
          result(
            [{ name: 'n', type: 3, charset: 63 }],
            Array.from({ length: 200 }, (_, n) => [String(n)]),
          ),
        );
      else if (sql === 'update') socket.write(ok(1, { affectedRows: 3, warnings: 1 }));
      else if (sql === 'selec')
        socket.write(error(1, 1064, '42000', "You have an error near 'selec' at line 1"));
      else if (sql === 'select values') socket.write(response);
      // Any other statement runs until it is killed.
    },
    undefined,
    options,
  );
  t.teardown(() => server.close());
  const connect = () => createConnection({ ...user, port: server.port, ...more });
  const connection = await connect();
  t.teardown(() => {
    connection.destroy();
  });
  return { connection, connect, port: server.port };
}

const refused = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (found: unknown) => found,
  );

await t.test('mysql2 signs in to the fake in each way of caching_sha2_password', async (t) => {
  const tls = certificate('localhost');
  for (const [name, options, more] of [
    ['from the cache', {}, {}],
    ['with the key of the server', { isCached: false }, {}],
    ['over TLS', { isCached: false, tls }, { ssl: { ca: tls.cert } }],
    ['from the cache over TLS', { tls }, { ssl: { ca: tls.cert } }],
  ] as const) {
    const host = 'ssl' in more ? 'localhost' : '127.0.0.1';
    const { connection } = await connected(t, options, { ...more, host });
    t.match(await connection.query('update'), [{ affectedRows: 3 }], name);
  }
  for (const isCached of [true, false]) {
    const { port } = await connected(t, { isCached });
    const wrong = createConnection({ ...user, password: 'q', port });
    t.match(await refused(wrong), {
      errno: 1045,
      code: 'ER_ACCESS_DENIED_ERROR',
      sqlState: '28000',
    });
  }
});

await t.test('mysql2 reads counts, types, changes and errors of the fake', async (t) => {
  const { connection } = await connected(t);
  const [many] = await connection.query('select many');
  t.match(many, { length: 200, 199: { n: 199 } });
  t.match(await connection.query('update'), [{ affectedRows: 3, warningStatus: 1 }]);
  const [rows, fields] = await connection.query({ sql: 'select values', dateStrings: true });
  t.same(rows, [
    { n: 12, t: 'é"\\\n', d: '2024-01-01 00:00:00', b: Buffer.from('\0ÿ') },
    { n: null, t: '', d: '0000-00-00 00:00:00', b: null },
  ]);
  t.match(fields, [
    { columnType: 8 },
    { columnType: 253 },
    { columnType: 12 },
    { columnType: 252 },
  ]);
  const [bound] = await connection.execute({ sql: 'select ?', dateStrings: true }, [1]);
  t.match(bound, [{ n: 12, t: 'é"\\\n', d: '2024-01-02 03:04:05', f: 1.5 }, { n: null }]);
  t.match(await connection.query("SET NAMES latin1, SESSION time_zone = '+01:00'"), [
    { stateChanges: { systemVariables: { character_set_results: 'latin1', time_zone: '+01:00' } } },
  ]);
  t.match(await refused(connection.query('selec')), {
    errno: 1064,
    code: 'ER_PARSE_ERROR',
    sqlState: '42000',
  });
  await connection.ping();
  await connection.end();
});

await t.test('mysql2 cancels a statement of the fake', async (t) => {
  const { connection, connect } = await connected(t);
  const sleeping = refused(connection.query('select sleep(60)'));
  const other = await connect();
  t.match(await refused(other.query('KILL QUERY 99')), { errno: 1094 });
  await other.query(`KILL QUERY ${String(connection.threadId)}`);
  t.match(await sleeping, { errno: 1317, code: 'ER_QUERY_INTERRUPTED', sqlState: '70100' });
  t.match(await connection.query('update'), [{ affectedRows: 3 }], 'the session stays usable');
  await other.query(`KILL CONNECTION ${String(connection.threadId)}`);
  t.match(await refused(connection.query('update')), { fatal: true });
  await other.end();
});
