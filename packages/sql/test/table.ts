import tap, { type Test } from 'tap';
import { splitStatements, type Dialect, type Lexicon } from '@sluice/sql';

/** Every dialect. */
export const dialects: readonly Dialect[] = [
  'postgres',
  'mysql',
  'sqlite',
  'duckdb',
  'snowflake',
  'bigquery',
  'generic',
];

/** Title, source text and expected statements of a test. */
export type Row = readonly [behaviour: string, source: string, statements: readonly string[]];

/** Runs one test for each row and checks the offsets of each statement. */
export function runTable(
  dialect: Dialect | Lexicon,
  rows: readonly Row[],
  t: Pick<Test, 'test'> = tap,
): void {
  for (const [behaviour, source, expected] of rows) {
    void t.test(behaviour, (t) => {
      const statements = splitStatements(source, dialect);
      t.same(
        statements.map((statement) => statement.text),
        expected,
      );
      t.same(
        statements.map((statement) => source.slice(statement.startOffset, statement.endOffset)),
        expected,
        'the offsets select the text',
      );
      t.end();
    });
  }
}
