import t from 'tap';
import { splitStatements, type Dialect } from '@sluice/sql';

/** Texts of each dialect, with the mark that the engine binds in them; null for other uses of the characters. */
const texts: Record<Dialect, readonly [text: string, mark: string | null][]> = {
  // Tried with PostgreSQL 15 (PREPARE).
  postgres: [
    ['prepare x (int) as select $1 + {{v}}', '$1'],
    ['select {{v}}, $12', '$12'],
    ['select {{v}} [$2:$3]', '$2'],
    ["select {{v}}, '{}'::jsonb ? 'a', '{}' ?| array['b'], @-1, a @> b", null],
    ['select {{v}}, $$ $1 $$, $a$ $1 $a$, a$1, "$1"', null],
    ['select {{v}} -- $1', null],
  ],
  mysql: [
    ['select ?, {{v}}', '?'],
    ['select {{v}} /*!40000 , ? */', '?'],
    ["select {{v}}, @a, @@b, '?', `?`, $1", null],
  ],
  // Tried with SQLite 3.40 (EXPLAIN shows the opcode Variable).
  sqlite: [
    ['select ?, {{v}}', '?'],
    ['select {{v}}, ?12', '?12'],
    ['select {{v}}, :name', ':name'],
    ['select {{v}}, @name', '@name'],
    ['select {{v}}, $name', '$name'],
    ['select {{v}}, $1', '$1'],
    ["select {{v}}, a$1, [?], '?', a -> '$.b'", null],
  ],
  // Tried with DuckDB 1.5 (parameters of a prepared statement).
  duckdb: [
    ['select $1, {{v}}', '$1'],
    ['select ?, {{v}}', '?'],
    ['select {{v}} + ?2', '?2'],
    ['select {{v}}, $name', '$name'],
    ['select {{v}}, $é', '$é'],
    ['select {{v}}, {a: $"b c"}', '$"'],
    ['select {{v}}, $$ $1 ? $$, $a$ ? $a$, a$1, {a: 1}, [1][1:2], 1::int, @-1', null],
  ],
  snowflake: [
    ['select ?, {{v}}', '?'],
    ['select {{v}}, :1', ':1'],
    ['select {{v}} where a in(:2)', ':2'],
    ["select {{v}}, a:b, a::int, {'a':1}, {'a' :1}, $1, :name from @s/a?b", null],
  ],
  bigquery: [
    ['select ?, {{v}}', '?'],
    ['select {{v}} = @name', '@name'],
    ['select {{v}} = @`name`', '@`'],
    ["select {{v}}, @@time_zone, '?', r'@a' from t join@{join_method=hash} u", null],
  ],
  generic: [['select ?, $1, :a, @b, {{v}}', null]],
};

for (const [of, cases] of Object.entries(texts) as [Dialect, (typeof texts)[Dialect]][]) {
  t.test(`the own marks of ${of} are found beside placeholders`, (t) => {
    for (const [text, mark] of cases) {
      const [statement] = splitStatements(`;\n ${text}`, of);
      t.equal(statement?.text, text);
      t.equal(statement?.placeholders?.length, 1, text);
      const found = statement?.ownMark;
      t.equal(found?.text ?? null, mark, text);
      if (found === undefined) continue;
      t.ok(text.startsWith(found.text, found.startOffset), 'the offset is that of the mark');
    }
    t.end();
  });
}

t.test('a statement without placeholders has no own mark, and another has its own', (t) => {
  const statements = splitStatements('select $1; select {{a}}; select $2, {{b}}', 'postgres');
  t.same(
    statements.map(({ ownMark }) => ownMark?.text),
    [undefined, undefined, '$2'],
  );
  t.end();
});
