import { formatDialects } from '@sluice/contracts';
import { definitions } from '@sluice/drivers/definitions';
import { splitStatements } from '@sluice/sql';
import t from 'tap';
import { formatterThread } from '../dist/queries/formatter-thread.js';
import { createSqlFormatter } from '../dist/queries/formatter.js';
import { openApi } from './fixtures.js';

t.test('SQL formatting', async (t) => {
  const api = await openApi(t);
  const format = (query: string, dialect?: string) =>
    api.editor('POST', '/api/format-sql', { query, dialect });
  const formatted = async (query: string, dialect?: string): Promise<string> => {
    const response = await format(query, dialect);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<{ query: string }>().query;
  };

  t.test('indents by two spaces and keeps the case of keywords', async (t) => {
    t.equal(
      await formatted('select a,b FROM t Where a=1 and "B" in (select 1)', 'postgres'),
      'select\n  a,\n  b\nFROM\n  t\nWhere\n  a = 1\n  and "B" in (\n    select\n      1\n  )',
    );
    t.equal(await formatted(''), '');
    t.equal(await formatted('-- nothing'), '-- nothing');
    t.equal(await formatted('select 1;select 2'), 'select\n  1;\n\nselect\n  2');
  });

  t.test('keeps the tokens in the dialect of each driver', async (t) => {
    const textByDialect: Record<string, string> = {
      postgres: "select $tag$ a;  b $tag$, E'it\\'s', x::text from t where y @> '{}' and z = $1",
      mysql: "select `a  b`, \"x\" from t where a = 'it\\'s' # note",
      snowflake: 'select a:b.c::string, $1 from stage qualify row_number() over (order by a) = 1',
      bigquery: 'select `p.d.t`.a, r"x\\y" from `p.d.t` where b in unnest([1, 2])',
      sqlite: "select [a  b], x'00ff' from t where a glob '*'",
      duckdb: "select list_value(1, 2)[1], * exclude (a) from 'file.csv'",
      generic: "select 'a  b' from t",
    };
    for (const dialect of formatDialects) {
      const text = textByDialect[dialect] ?? '';
      const result = await formatted(text, dialect);
      const statementsOf = (sql: string) =>
        splitStatements(sql, dialect).map((statement) => statement.text.replace(/\s+/g, ''));
      t.same(statementsOf(result), statementsOf(text), dialect);
      t.match(result, /\n/, dialect);
      t.equal(await formatted(result, dialect), result, `${dialect}: formatting is idempotent`);
    }
    for (const { dialect } of definitions) t.ok(formatDialects.includes(dialect), dialect);
  });

  t.test('keeps operators, literals and the case of every name', async (t) => {
    const cases: [dialect: string, query: string, result: string][] = [
      [
        'duckdb',
        'select a&&b, a<->b, a<=>b, a@>b, 5//2',
        'a && b,\n  a <-> b,\n  a <=> b,\n  a @> b,\n  5 // 2',
      ],
      [
        'postgres',
        'select a*=b, a*<>b, a ?& b, a<#>b',
        'a *= b,\n  a *<> b,\n  a ?& b,\n  a <#> b',
      ],
      ['postgres', "select 'a'\n'b', U&'a', 1", "'a'\n'b',\n  U&'a',\n  1"],
      ['snowflake', 'list @stage/path/*a', 'list @stage/path/*a'],
      ['snowflake', "select {'a':1}", "{'a': 1}"],
      ['snowflake', 'begin return :x; end', 'return :x;\n\nend'],
      ['mysql', "select @x:=1, @@a.b, @'c', !d", "@x := 1,\n  @@a.b,\n  @'c',\n  ! d"],
      ['mysql', 'select /*!40000 1, */ 2', '/*!40000 1, */\n  2'],
      ['duckdb', 'select map {1:2}, #1, $a', 'map {1: 2},\n  #1,\n  $a'],
      ['bigquery', 'select cast(x as array<int64>)', 'cast(x as array<int64>)'],
    ];
    for (const [dialect, query, result] of cases) {
      const text = await formatted(query, dialect);
      t.ok(text.endsWith(result), `${dialect}: ${query} → ${text}`);
    }
  });

  t.test('formats the statements of a script, and leaves commands and rows', async (t) => {
    t.equal(
      await formatted('use a\nselect 1,2;\ndelimiter //\nselect 3,4//\n-- c\ndelimiter ;', 'mysql'),
      'use a\nselect\n  1,\n  2;\ndelimiter //\nselect\n  3,\n  4//\n-- c\ndelimiter ;',
    );
    t.equal(
      await formatted('\\restrict a\nselect 1,2;\ncopy t from stdin;\n1,2\n\\.\n', 'postgres'),
      '\\restrict a\nselect\n  1,\n  2;\ncopy t from stdin;\n1,2\n\\.\n',
    );
    const broken = await format('delimiter //\nselect 1//\n select )//', 'mysql');
    t.match(broken.json(), { title: /cannot be formatted.* line 3, column 9/ });
  });

  t.test('refuses what it cannot read and reports the position', async (t) => {
    const cases: [query: string, message: RegExp, dialect?: string][] = [
      ['select 1;\n  select ) from x', /at line 2, column 10/],
      ['select {x}', /at line 1, column 8/],
      ['select [a]\n from t', /cannot be formatted: .* at line 1, column 8/, 'mysql'],
      ["select 'open", /unclosed/],
      ['select 1 /* open', /unclosed/],
      ['select $$ open', /unclosed/, 'postgres'],
      [`select ${'('.repeat(5_000)}1${')'.repeat(5_000)}`, /nested too deeply|too long/],
    ];
    for (const [query, message, dialect] of cases) {
      const response = await format(query, dialect);
      t.equal(response.statusCode, 400, query.slice(0, 30));
      t.match(response.json(), { title: message, errors: [{ path: 'query', message }] });
    }
    t.match((await format('select 1', 'oracle')).json(), { errors: [{ path: 'dialect' }] });
    t.equal((await format('select 1')).statusCode, 200, 'the formatter still works');
  });
});

t.test('a text that takes too long ends its thread and does not block others', async (t) => {
  const formatter = createSqlFormatter(formatterThread, { timeoutMs: 300, waiting: 1 });
  t.teardown(() => formatter.close());
  const slow = { query: `select ${'('.repeat(3_000)}1${')'.repeat(3_000)}` };
  const [ann, bob] = [{ id: 'ann' }, { id: 'bob' }];
  const asked = formatter.format(ann, slow);
  await t.rejects(formatter.format(ann, { query: 'select 1' }), { code: 'still_formatting' });
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await t.rejects(asked, { status: 400, errors: [{ path: 'query' }] });
  clearInterval(timer);
  t.ok(ticks > 1, 'the event loop is not blocked');
  t.equal(await untilFormatted(() => formatter.format(bob, { query: 'select 1' })), 'select\n  1');
  const many = await Promise.allSettled(
    ['a', 'b', 'c'].map((id) => formatter.format({ id }, slow)),
  );
  t.match(many[2], { reason: { status: 503 } }, 'a request beyond the queue limit returns 503');
});

/** Retries, because a new thread can take longer to start than this test's time-out on a busy machine. */
async function untilFormatted(format: () => Promise<string>): Promise<string> {
  for (;;) {
    try {
      return await format();
    } catch {
      continue;
    }
  }
}
