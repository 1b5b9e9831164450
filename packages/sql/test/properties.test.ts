import fc from 'fast-check';
import t from 'tap';
import { scanPieces, splitStatements, type Dialect } from '@sluice/sql';
import { dialect, fragmentSoup, script, statement } from './arbitraries.js';

void t.test('the segments of any text concatenate to the text', (t) => {
  fc.assert(
    fc.property(fc.oneof(fragmentSoup, fc.string({ unit: 'binary' })), dialect, (text, of) => {
      let at = 0;
      for (const { startOffset, endOffset } of scanPieces(text, of)) {
        if (startOffset !== at || endOffset <= startOffset) return false;
        at = endOffset;
      }
      return at === text.length;
    }),
    { numRuns: 3000 },
  );
  t.end();
});

void t.test('the statements of any text are trimmed, ordered, disjoint and unchanged', (t) => {
  fc.assert(
    fc.property(fragmentSoup, dialect, (text, of) => {
      let at = 0;
      for (const piece of splitStatements(text, of)) {
        if (piece.startOffset < at || piece.text === '') return false;
        if (piece.text !== text.slice(piece.startOffset, piece.endOffset)) return false;
        if (/^[ \t\n\r\f\v]|[ \t\n\r\f\v]$/u.test(piece.text)) return false;
        at = piece.endOffset;
      }
      return at <= text.length;
    }),
    { numRuns: 3000 },
  );
  t.end();
});

void t.test('a script of known statements splits into exactly those statements', (t) => {
  const separator = fc.constantFrom(';', ' ; ', ';\n', ';;', ';\n\n;', ' \r\n;\t');
  fc.assert(
    fc.property(script, separator, ([of, statements], between) => {
      t.same(
        splitStatements(statements.join(between), of).map((piece) => piece.text),
        statements,
      );
    }),
    { numRuns: 2000 },
  );
  t.end();
});

void t.test('a script with a custom delimiter splits into exactly its statements', (t) => {
  const delimiter = fc.constantFrom('//', '$$', ';;', '|');
  fc.assert(
    fc.property(fc.array(statement('mysql')), delimiter, (statements, mark) => {
      const text = `DELIMITER ${mark}\n${statements.join(`\n${mark}\n`)}\n${mark}\nDELIMITER ;\nSELECT 1;`;
      t.same(
        splitStatements(text, 'mysql').map((piece) => piece.text),
        [...statements, 'SELECT 1'],
      );
    }),
  );
  t.end();
});

void t.test('statements under one custom delimiter split as under the default delimiter', (t) => {
  const delimiter = fc.constantFrom('//', '$$', ';;', '|');
  fc.assert(
    fc.property(fc.array(statement('mysql'), { minLength: 1 }), delimiter, (statements, mark) => {
      const text = `DELIMITER ${mark}\n${statements.join(';\n')}\n${mark}\n`;
      t.same(
        splitStatements(text, 'mysql').map((piece) => piece.text),
        statements,
      );
    }),
  );
  t.end();
});

void t.test('lines of dashes before MySQL statements do not change the split', (t) => {
  const divider = fc.constantFrom('---\n', '--a;\n', " --'\n", '-- b\n--c\n', '--/*\n');
  fc.assert(
    fc.property(fc.array(statement('mysql')), divider, (statements, line) => {
      const text = statements.map((each) => `${line}${each};`).join('\n');
      t.same(
        splitStatements(text, 'mysql').map((piece) => piece.text),
        statements,
      );
    }),
  );
  t.end();
});

void t.test('statements inside a Snowflake or BigQuery block do not split it', (t) => {
  const of = fc.constantFrom<Dialect>('snowflake', 'bigquery');
  const inner = of.chain((dialect) =>
    fc.tuple(
      fc.constant(dialect),
      fc.array(
        fc.oneof(
          statement(dialect),
          fc.constantFrom('BEGIN TRANSACTION', 'BEGIN', 'COMMIT', 'BEGIN SELECT 1; END'),
        ),
        { minLength: 1 },
      ),
    ),
  );
  fc.assert(
    fc.property(inner, ([dialect, statements]) => {
      // A block that starts with `BEGIN;` would be a transaction.
      const block = `BEGIN SELECT 0; ${statements.map((each) => `${each};\n`).join('')} END`;
      t.same(
        splitStatements(`SELECT 1; ${block}; SELECT 2`, dialect).map((piece) => piece.text),
        ['SELECT 1', block, 'SELECT 2'],
      );
    }),
  );
  t.end();
});

void t.test('splitting a statement again returns the same statement', (t) => {
  fc.assert(
    fc.property(script, ([of, statements]) => {
      for (const { text } of splitStatements(statements.join(';\n'), of)) {
        t.same(splitStatements(text, of), [{ text, startOffset: 0, endOffset: text.length }]);
      }
    }),
  );
  t.end();
});

void t.test('a limit returns only the first statements', (t) => {
  fc.assert(
    fc.property(script, fc.nat(14), ([of, statements], limit) => {
      const text = statements.join(';');
      t.same(splitStatements(text, of, limit), splitStatements(text, of).slice(0, limit));
    }),
  );
  t.end();
});
