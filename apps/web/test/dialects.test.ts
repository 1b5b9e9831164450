import t from 'tap';
import { dialectOf } from '../src/editor/dialects.js';

const dialects = ['postgres', 'mysql', 'mariadb', 'sqlite', 'duckdb', 'snowflake', 'bigquery', ''];

/** Returns the words that the editor colours as keywords. */
function colouredIn(text: string, dialect: string): string[] {
  const words: string[] = [];
  dialectOf(dialect)
    .dialect.language.parser.parse(text)
    .iterate({
      enter: ({ name, from, to }) => {
        if (name === 'Keyword') words.push(text.slice(from, to));
      },
    });
  return words;
}

t.test('common column names are not coloured as keywords', (t) => {
  const text =
    'select id, month, first, last, name, state, type, year, value, day, count, level, source, result from t';
  for (const dialect of dialects) {
    t.same(colouredIn(text, dialect), ['select', 'from'], dialect);
  }
  t.end();
});

t.test('keywords of statements are coloured', (t) => {
  const text = 'with a as ( select 1 ) select * from a left join b using ( c ) where d is null';
  for (const dialect of dialects) {
    t.same(
      colouredIn(text, dialect).join(' '),
      'with as select select from left join using where is',
      dialect,
    );
  }
  for (const dialect of ['duckdb', 'snowflake', 'bigquery']) {
    t.same(colouredIn('select 1 qualify 2', dialect), ['select', 'qualify'], dialect);
  }
  t.end();
});

t.test('completion offers keywords that are not coloured', (t) => {
  const labels = dialectOf('postgres').keywords.map(({ label }) => label);
  for (const word of ['month', 'first', 'refresh', 'explain']) t.ok(labels.includes(word), word);
  t.end();
});
