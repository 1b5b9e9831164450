import { snowflakeDriver as snowflake } from '@sluice/driver-snowflake';
import { snowflakeRows, startSnowflakeServer, textColumn } from '@sluice/testkit';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:net';
import t from 'tap';
import { failure, read } from '@sluice/driver-testkit/contract';
import { sessionsOf } from '@sluice/driver-testkit/sessions';
import { notAllowed, targetsThat } from '@sluice/driver-testkit/targets';

const driver = snowflake;
const passphrase = 'pass phrase';
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase },
});
const server = await startSnowflakeServer({ users: { publicKey } });
t.teardown(() => server.stop());
const { connect, connected } = sessionsOf(driver, server.config);
const noPassword = { password: '' };
const keyPair = { ...noPassword, privateKey, privateKeyPass: passphrase };

await t.test('one signs in with a password, a private key or an OAuth token', async (t) => {
  for (const config of [{}, keyPair, { ...noPassword, username: '', token: 'oauth-token' }]) {
    await connected(async (connection) => {
      t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
    }, config);
  }
  const { body } = server.requestsTo('/session/v1/login-request').at(-2) ?? { body: {} };
  t.notOk(JSON.stringify(body).includes('PRIVATE KEY'));
});

await t.test('who may not come in is told so, and no secret is', async (t) => {
  const other = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const secret = 'not-the-secret';
  for (const config of [
    { password: secret },
    { ...noPassword, token: secret },
    { ...noPassword, privateKey: other.privateKey },
    { ...keyPair, privateKeyPass: secret },
  ]) {
    const error = await failure(connect(config));
    t.match(error, { kind: 'authentication', outcome: 'not_run' });
    const text = JSON.stringify([error, error.message, error.stack]);
    t.notOk(text.includes(secret) || text.includes('PRIVATE KEY'));
  }
});

await t.test('fields that make no sense are refused before anything is sent', async (t) => {
  const before = server.requests.length;
  for (const config of [
    { account: '' },
    { account: 'a/b' },
    { account: 'a@evil.example' },
    { username: '' },
    { password: '' },
    { token: 'and-a-password' },
    { accessUrl: 'file:///etc/hostname' },
    { accessUrl: '/tmp' },
    { accessUrl: 'https://user:secret@host' },
    { accessUrl: 'https://host/path' },
    { ...noPassword, privateKey: '/root/key.pem' },
    { ...noPassword, privateKeyPath: '/root/key.pem' },
    { ...noPassword, tokenFilePath: '/root/token' },
  ]) {
    const error = await failure(connect(config));
    t.match(error, { kind: 'connection', outcome: 'not_run' }, JSON.stringify(config));
    t.notOk(error.message.includes('secret'));
  }
  t.equal(server.requests.length, before);
});

await t.test('who does not answer is given up in time, with the same words', async (t) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const startedAt = Date.now();
  const options = { connectTimeoutMs: 500 };
  for (const host of [`127.0.0.1:${String(port)}`, '127.0.0.1:1', 'nowhere.invalid']) {
    const error = await failure(connect({ accessUrl: `http://${host}` }, options));
    t.match(error, { kind: 'connection', outcome: 'not_run' }, host);
  }
  t.ok(Date.now() - startedAt < 5_000);
  server.fail('/session/v1/login-request', ...Array.from({ length: 9 }, () => ({ status: 503 })));
  const failing = await failure(connect({}, { connectTimeoutMs: 300 }));
  t.match(failing, { kind: 'connection', outcome: 'not_run' });
  const abort = new AbortController();
  const connecting = connect(
    { accessUrl: `http://127.0.0.1:${String(port)}` },
    { signal: abort.signal },
  );
  abort.abort();
  t.match(await failure(connecting), { kind: 'cancelled', outcome: 'not_run' });
  await new Promise((resolve) => {
    silent.close(resolve);
    silent.unref();
    resolve(null);
  });
});

await t.test('every address is looked up by us, and so is what the server names', async (t) => {
  const asked: unknown[] = [];
  const targets = targetsThat((...target) => {
    asked.push(target);
    return asked.length === 1 ? [{ address: '127.0.0.1', family: 4 }] : notAllowed();
  });
  const error = await failure(connect({}, { targets: targetsThat(notAllowed) }));
  const { kind, outcome, title, detail } = notAllowed();
  t.match(error, { kind, outcome, title, detail });
  await failure(connect({}, { targets }));
  const { port } = new URL(server.url);
  t.strictSame(
    asked[0],
    ['127.0.0.1', Number(port), undefined],
    'an address that needs no look-up, too',
  );
});

await t.test('errors have their kind, and their place when the server names one', (t) =>
  connected(async (connection) => {
    const fail = async (sql: string, code: string, message: string, more: object = {}) => {
      server.script(/./, { kind: 'error', code, message, sqlState: '42000', ...more });
      const error = await failure(read(connection, sql));
      t.equal(error.outcome, 'failed');
      return error;
    };
    const syntax = "SQL compilation error:\nsyntax error line 2 at position 3 unexpected 'x'.";
    t.match(await fail('select é\n🎈  x y', '001003', syntax), { kind: 'sql', position: 13 });
    t.match(await fail('select 1', '001003', 'odd', { line: 1, pos: 7 }), { position: 8 });
    t.equal((await fail('select 1', '001003', 'odd', { line: 9, pos: 7 })).position, undefined);
    t.equal((await fail('x', '001003', 'at line 1 at position 900')).position, 2);
    t.match(
      await fail(
        'drop table a',
        '003001',
        "SQL access control error:\nInsufficient privileges to operate on table 'A'.",
      ),
      { kind: 'permission', sqlState: '42000' },
    );
    t.match(
      await fail('select 1', '000606', 'No active warehouse selected in the current session.'),
      {
        kind: 'sql',
        hint: /warehouse/,
      },
    );
    t.match(
      await fail('select 1', '000630', 'Statement reached its statement timeout of 1 second'),
      {
        kind: 'timeout',
      },
    );
    t.match(await fail('select 1', '002003', "Object 'X' does not exist or not authorized."), {
      kind: 'sql',
    });
    server.script(/./, snowflakeRows([textColumn('T')], ['fine']));
    t.strictSame((await read(connection, 'select 1')).rows, [['fine']], 'the session goes on');
  }),
);

await t.test('PUT and GET are refused, however they begin, and nothing is sent', (t) =>
  connected(async (connection) => {
    const before = server.requests.length;
    for (const sql of [
      'PUT file:///etc/hostname @stage',
      'put\tfile:///etc/hostname @stage',
      '/*x*/PUT file:///etc/hostname @stage',
      '-- x\nget @stage file:///tmp',
      '// x\nGet @stage file:///tmp',
      '\ufeffPUT file:///etc/hostname @stage',
      '  \n\u00a0get @stage file:///tmp/',
    ]) {
      t.match(
        await failure(read(connection, sql)),
        { kind: 'permission', outcome: 'not_run' },
        sql,
      );
    }
    t.equal(server.requests.length, before);
    const error = await failure(connect({ preQueryStatements: 'put file:///etc/hostname @stage' }));
    t.match(error, { kind: 'connection', outcome: 'not_run' });
  }),
);

await t.test('a read-only session sends only what reads', (t) =>
  connected(
    async (connection) => {
      const sent = (): number => server.requestsTo('/queries/v1/query-request').length;
      const before = sent();
      for (const sql of [
        'insert into t values (1)',
        'create table t (a int)',
        '/* x */ // y\n drop table t',
        'call p()',
        'begin',
        'execute immediate $$ drop table t $$',
        'select 1 ->> drop table t',
      ]) {
        t.match(
          await failure(read(connection, sql)),
          { kind: 'permission', outcome: 'not_run' },
          sql,
        );
      }
      t.equal(sent(), before);
      server.script(/^with p as procedure/, { kind: 'status', message: 'done', typeId: 0x7000 });
      const hidden = 'with p as procedure () returns int as $$ begin return 1; end $$ call p()';
      t.match(await failure(read(connection, hidden)), { kind: 'permission', outcome: 'not_run' });
      t.match(server.requests.at(-1)?.body, { describeOnly: true }, 'it was described, not run');
      t.strictSame((await read(connection, 'select 1')).rows, [['fine']]);
      await read(connection, 'show tables');
    },
    {},
    { readOnly: true },
  ),
);

await t.test('commands, counts and notices are as the server says', (t) =>
  connected(async (connection) => {
    const run = async (sql: string): Promise<unknown[]> => {
      const { summary } = await read(connection, sql);
      return [
        summary.command,
        summary.affectedRows,
        summary.columns?.length ?? null,
        summary.notices,
      ];
    };
    server.script(/^create/, { kind: 'status', message: 'Table T created.', typeId: 0x6000 });
    t.strictSame(await run('create or replace temp table t (n int)'), [
      'CREATE TABLE',
      null,
      null,
      ['Table T created.'],
    ]);
    server.script(/^update/, {
      kind: 'changes',
      typeId: 0x3200,
      columns: [
        ['number of rows updated', 3],
        ['number of multi-joined rows updated', 2],
      ],
    });
    t.strictSame(await run('update t set n = 1'), ['UPDATE', 3, null, []]);
    server.script(/^merge/, {
      kind: 'changes',
      typeId: 0x3400,
      columns: [['number of rows inserted', 9]],
      stats: { numRowsInserted: 1, numRowsUpdated: 2, numRowsDeleted: 4, numDmlDuplicates: 0 },
    });
    t.strictSame(await run('merge into t using s on a = b'), ['MERGE', 7, null, []]);
    server.script(/^call/, {
      ...snowflakeRows([textColumn('P')], ['x']),
      kind: 'rows',
      columns: [textColumn('P')],
      rows: [['x']],
      typeId: 0x7000,
    });
    t.strictSame(await run('call p()'), ['CALL', null, 1, []]);
  }),
);

await t.test('the schema has tables, views, columns and their comments', (t) =>
  connected(async (connection) => {
    const text = (...names: string[]) => names.map((name) => textColumn(name));
    const rows = snowflakeRows;
    server.script(
      /information_schema\.schemata/,
      rows(text('A', 'B'), ['PUBLIC', 'all'], ['X', null]),
    );
    server.script(
      /information_schema\.tables/,
      rows(
        text('A', 'B', 'C', 'D'),
        ['PUBLIC', 'ORDERS', 'BASE TABLE', 'what is bought'],
        ['PUBLIC', 'V', 'VIEW', null],
      ),
    );
    server.script(
      /information_schema\.columns/,
      rows(
        text('A', 'B', 'C', 'D', 'E', 'F', 'G'),
        ['PUBLIC', 'ORDERS', 'ID', null, 'NUMBER', '38', '0'],
        ['PUBLIC', 'ORDERS', 'NOTE', 'free text', 'TEXT', '16777216', null],
        ['PUBLIC', 'V', 'AT', null, 'TIMESTAMP_NTZ', '9', null],
        ['PUBLIC', 'V', 'F', null, 'FLOAT', null, null],
      ),
    );
    const column = (name: string, dataType: string, description = '') => ({
      name,
      description,
      dataType,
    });
    t.strictSame(await connection.introspect(new AbortController().signal), {
      schemas: [
        {
          name: 'PUBLIC',
          description: 'all',
          tables: [
            {
              name: 'ORDERS',
              description: 'what is bought',
              type: 'table',
              columns: [
                column('ID', 'NUMBER(38,0)'),
                column('NOTE', 'VARCHAR(16777216)', 'free text'),
              ],
            },
            {
              name: 'V',
              description: '',
              type: 'view',
              columns: [column('AT', 'TIMESTAMP_NTZ(9)'), column('F', 'FLOAT')],
            },
          ],
        },
        { name: 'X', description: '', tables: [] },
      ],
    });
  }),
);
