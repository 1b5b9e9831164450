import { type DriverConnection } from '@sluice/driver-kit';
import { resultOf, startBigQueryServer, startSnowflakeServer, textColumn } from '@sluice/testkit';
import type { Socket } from 'node:net';
import t from 'tap';
import { connectTo } from './connect-to.js';
import { sessionOptions } from '@sluice/driver-testkit/contract';
import { fakeMysql } from '@sluice/driver-testkit/fake-mysql';
import { jsonResponse } from '@sluice/driver-testkit/mysql-responses';
import { fakePostgres, int16, int32, ready, reply } from '@sluice/driver-testkit/fake-postgres';
import { hostileJson, storedJson } from './json-cells.js';
import { localFiles } from '@sluice/driver-testkit/local-files';
import { storedColumn } from '@sluice/driver-testkit/values/stored';

t.setTimeout(120_000);

/** Reads each case through a session and compares the stored value. */
async function expectStored(
  test: Pick<typeof t, 'strictSame' | 'doesNotThrow'>,
  connection: DriverConnection,
  sqlOf: (text: string) => string | null,
): Promise<void> {
  for (const each of hostileJson) {
    const sql = sqlOf(each.text);
    if (sql === null) continue;
    const { cells } = await storedColumn(connection, sql);
    test.doesNotThrow((): unknown => JSON.parse(`[[${cells.join('],[')}]]`), each.name);
    test.strictSame(cells, [storedJson(each)], each.name);
  }
  await connection.close();
}

await t.test(
  'PostgreSQL: malformed json from a hostile server is stored as a string',
  async (t) => {
    let json = '';
    const server = await fakePostgres((socket: Socket, request) => {
      const value = Buffer.from(json);
      const row = reply('D', int16(1), int32(value.length), value);
      const column = reply(
        'T',
        int16(1),
        Buffer.concat([
          Buffer.from('c\0'),
          int32(0),
          int16(0),
          int32(114),
          int16(-1),
          int32(-1),
          int16(0),
        ]),
      );
      if (request % 3 === 0) socket.write(Buffer.concat([reply('1'), reply('2'), column]));
      else if (request % 3 === 1) socket.write(Buffer.concat([row, reply('C', 'SELECT 1\0')]));
      else socket.write(ready);
    });
    t.teardown(() => server.close());
    const connect = () =>
      connectTo(
        'postgres',
        { host: '127.0.0.1', port: server.port, database: 'd', username: 'u', password: 'p' },
        sessionOptions(),
      );
    await expectStored(t, await connect(), (text) => {
      json = text;
      return 'select c';
    });
  },
);

await t.test('MySQL: malformed json from a hostile server is stored as a string', async (t) => {
  let json = '';
  const server = await fakeMysql((socket) => {
    socket.write(jsonResponse(json));
  });
  t.teardown(() => server.close());
  const connection = await connectTo(
    'mysql',
    { host: '127.0.0.1', port: server.port, username: 'u', password: 'p' },
    sessionOptions(),
  );
  await expectStored(t, connection, (text) => {
    json = text;
    return 'select c';
  });
});

await t.test(
  'BigQuery: malformed JSON as a value and inside an array is stored as a string',
  async (t) => {
    let json = '';
    const server = await startBigQueryServer({
      scripts: [
        {
          pattern: /^SELECT/,
          run: () => ({
            statementType: 'SELECT',
            result: resultOf([{ name: 'c', type: 'JSON' }], [[json]]),
          }),
        },
        {
          pattern: /^LIST/,
          run: () => ({
            statementType: 'SELECT',
            result: resultOf(
              [{ name: 'c', type: 'JSON', mode: 'REPEATED' }],
              [[[{ v: 'NaN' }, { v: '{"a":01}' }, { v: '{"a":1}' }]]],
            ),
          }),
        },
      ],
    });
    t.teardown(() => server.stop());
    const connection = await connectTo('bigquery', server.config, sessionOptions());
    t.strictSame((await storedColumn(connection, 'LIST c')).cells, [
      '["NaN","{\\"a\\":01}",{"a":1}]',
    ]);
    await expectStored(t, connection, (text) => {
      json = text;
      return 'SELECT c';
    });
  },
);

await t.test('Snowflake: malformed JSON in a VARIANT is stored as a string', async (t) => {
  const server = await startSnowflakeServer();
  t.teardown(() => server.stop());
  await expectStored(t, await connectTo('snowflake', server.config, sessionOptions()), (text) => {
    server.script(/^select hostile/, {
      kind: 'rows',
      columns: [{ ...textColumn('C'), type: 'variant' }],
      rows: [[text]],
    });
    return 'select hostile';
  });
});

const literal = (text: string): string => `cast(x'${Buffer.from(text).toString('hex')}' as text)`;

await t.test(
  'SQLite: malformed JSON in a column declared as JSON is stored as a string',
  async (t) => {
    const machine = { filesDirectory: localFiles(t) };
    const connection = await connectTo(
      'sqlite',
      { file: 'json.db', create: true },
      sessionOptions({ machine }),
    );
    // A column of type json alone would convert texts such as +1 to numbers.
    await storedColumn(connection, 'create table t (v json text)');
    for (const { text } of hostileJson) {
      await storedColumn(connection, `insert into t values (${literal(text)})`);
    }
    const { cells } = await storedColumn(connection, 'select v from t order by rowid');
    t.strictSame(cells, hostileJson.map(storedJson));
    await connection.close();
  },
);

await t.test(
  'DuckDB: JSON that DuckDB accepts is stored unchanged only if it is valid',
  async (t) => {
    const machine = { filesDirectory: localFiles(t) };
    const connection = await connectTo('duckdb', {}, sessionOptions({ machine }));
    const isAccepted = async (text: string): Promise<boolean> => {
      const hex = Buffer.from(text).toString('hex');
      const { cells } = await storedColumn(
        connection,
        `select try_cast(decode(unhex('${hex}')) as json) is not null`,
      );
      return cells[0] === 'true';
    };
    let accepted = 0;
    for (const each of hostileJson) {
      if (!(await isAccepted(each.text))) continue;
      accepted++;
      const hex = Buffer.from(each.text).toString('hex');
      const sql = `select decode(unhex('${hex}'))::json v`;
      t.strictSame((await storedColumn(connection, sql)).cells, [storedJson(each)], each.name);
    }
    t.ok(accepted > 10);
    await connection.close();
  },
);
