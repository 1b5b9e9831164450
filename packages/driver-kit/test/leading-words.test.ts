import t from 'tap';
import { leadingWord, leadingWords } from '@sluice/driver-kit/sql/leading-words';

t.test('the first words follow comments, white space and parentheses', (t) => {
  const text = '-- a\n /* b; */ (( create /* c */ or\treplace view "v"';
  t.same(leadingWords(text, 6, 'postgres'), ['create', 'or', 'replace', 'view']);
  t.same(leadingWords(text, 2, 'mysql'), ['create', 'or']);
  t.same(leadingWords('use a_b\nselect 1', 2, 'mysql'), ['use', 'a_b']);
  t.same(leadingWords("'a' select", 2, 'mysql'), []);
  t.equal(leadingWord('SELECT 1', 'sqlite'), 'select');
  t.equal(leadingWord('', 'sqlite'), '');
  t.end();
});

t.test('a comment ends where the engine ends it', (t) => {
  // Tried with PostgreSQL 15 and 18, DuckDB 1.5, MariaDB 10.11 and SQLite 3.40.
  const text = '-- a\rcopy t to x\n;';
  t.equal(leadingWord(text, 'postgres'), 'copy');
  t.equal(leadingWord(text, 'duckdb'), 'copy');
  t.equal(leadingWord(text, 'mysql'), '');
  t.equal(leadingWord(text, 'sqlite'), '');
  t.end();
});

t.test('marks of comments of other engines are code', (t) => {
  t.equal(leadingWord('# a\nselect 1', 'postgres'), '');
  t.equal(leadingWord('// a\nselect 1', 'bigquery'), '');
  t.equal(leadingWord('# a\nselect 1', 'mysql'), 'select');
  t.equal(leadingWord('// a\nselect 1', 'snowflake'), 'select');
  t.equal(leadingWord('/* /* */ */ select 1', 'postgres'), 'select');
  t.end();
});

t.test('a long comment or a long word is read once', (t) => {
  t.equal(leadingWord(`/*${'*'.repeat(2_000_000)}/ select 1`, 'duckdb'), 'select');
  t.equal(leadingWord('a'.repeat(2_000_000), 'duckdb'), 'a'.repeat(32));
  t.end();
});
