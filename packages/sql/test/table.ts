import tap, { type Test } from 'tap';
import { splitStatements, type Dialect, type Lexicon } from '@sluice/sql';

/** Every dialect there is. */
export const dialects: readonly Dialect[] = [
  'postgres',
  'mysql',
  'sqlite',
  'duckdb',
  'snowflake',
  'bigquery',
  'generic',
];

/** A sentence, a source, and the statements expected of it. */
export type Row = readonly [behaviour: string, source: string, pieces: readonly string[]];

/** Runs one test a row, and checks the offsets of each piece on the way. */
export function runTable(
  dialect: Dialect | Lexicon,
  rows: readonly Row[],
  t: Pick<Test, 'test'> = tap,
): void {
  for (const [behaviour, source, expected] of rows) {
    void t.test(behaviour, (t) => {
      const pieces = splitStatements(source, dialect);
      t.same(
        pieces.map((piece) => piece.text),
        expected,
      );
      t.same(
        pieces.map((piece) => source.slice(piece.startOffset, piece.endOffset)),
        expected,
        'offsets point at the text',
      );
      t.end();
    });
  }
}
