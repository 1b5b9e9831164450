import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import { snowflakeRows, startSnowflakeServer, textColumn } from '@sluice/testkit';
import t from 'tap';
import { failure, read } from '@sluice/driver-testkit/contract';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

const server = await startSnowflakeServer();
t.teardown(() => server.stop());
const { connect, connected } = sessionsOf(driver, server.config);

await t.test('errors have their kind, and their position if the server reports one', (t) =>
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
    t.strictSame((await read(connection, 'select 1')).rows, [['fine']], 'the session stays usable');
  }),
);

await t.test('PUT and GET are rejected in any form and nothing is sent', (t) =>
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

await t.test('a read-only session sends only statements that read', (t) =>
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
      t.match(
        server.requests.at(-1)?.body,
        { describeOnly: true },
        'the statement was described, not run',
      );
      t.strictSame((await read(connection, 'select 1')).rows, [['fine']]);
      await read(connection, 'show tables');
    },
    {},
    { readOnly: true },
  ),
);

await t.test('the summary reports the command, counts and notices of the server', (t) =>
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

await t.test('the schema contains tables, views, columns and their comments', (t) =>
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

await t.test('the detail of a table comes from the catalog, SHOW and GET_DDL', (t) =>
  connected(async (connection) => {
    const text = (...names: string[]) => names.map((name) => textColumn(name));
    const { signal } = new AbortController();
    const answers: [RegExp, (string | null)[][]][] = [
      [
        /information_schema\.tables\s+where table_schema = 'PUBLIC' and table_name = 'it''s \\\\'/,
        [['BASE TABLE', 'what is bought', '1200']],
      ],
      [/show primary keys in table "PUBLIC"\."it's \\"/, [['PK', 'primary', 'ID']]],
      [
        /show unique keys/,
        [
          ['UK', 'unique', 'A'],
          ['UK', 'unique', 'B'],
        ],
      ],
      [/show imported keys/, [['FK', 'foreign', 'BUYER', 'PUBLIC', 'BUYERS', 'ID']]],
      [/get_ddl\('TABLE', '"PUBLIC"\."it''s \\\\"', true\)/, [['create table …;']]],
    ];
    for (const [pattern, rows] of answers) {
      const columns = text(...(rows[0] ?? []).map((_, index) => `C${String(index)}`));
      server.script(pattern, snowflakeRows(columns, ...rows));
    }
    const name = "it's \\";
    t.strictSame(await connection.describeTable({ schema: 'PUBLIC', name }, signal), {
      schema: 'PUBLIC',
      name,
      type: 'table',
      description: 'what is bought',
      rowEstimate: 1_200,
      keys: [
        { name: 'PK', kind: 'primary', columns: ['ID'] },
        { name: 'UK', kind: 'unique', columns: ['A', 'B'] },
      ],
      foreignKeys: [
        {
          name: 'FK',
          columns: ['BUYER'],
          referencedSchema: 'PUBLIC',
          referencedTable: 'BUYERS',
          referencedColumns: ['ID'],
        },
      ],
      indexes: [],
      ddl: 'create table …;',
      ddlSource: 'engine',
    });
  }),
);
