import fc from 'fast-check';
import t from 'tap';
import { scanPieces, splitStatements, type Dialect } from '@sluice/sql';
import { dialects } from './table.js';

const dialect = fc.constantFrom(...dialects);

/** Fragments that open, close, escape or nest something in one of the dialects. */
const fragments = [
  ...[
    "'",
    '"',
    '`',
    '[',
    ']',
    '(',
    ')',
    ';',
    '\\',
    '$',
    '$$',
    '$a$',
    '$1',
    '--',
    '-- ',
    '#',
    '/*',
    '*/',
  ],
  ...[
    '/*!',
    '/*!40101 ',
    '/*+',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '\ufeff',
    'é',
    '😀',
    '\ud800',
    '\0',
    ':',
    '.',
    '@',
  ],
  ...[
    "E'",
    "N'",
    "U&'",
    'a',
    'e',
    '1',
    ',',
    '=',
    'BEGIN',
    ' ATOMIC ',
    ' NOT ',
    ' END ',
    ' CASE ',
    ' IF ',
  ],
  ...[
    ' THEN ',
    ' ELSE ',
    ' LOOP ',
    ' WHILE ',
    ' DO ',
    ' REPEAT ',
    ' UNTIL ',
    'CREATE ',
    'PROCEDURE p() ',
  ],
  ...[
    'FUNCTION f() ',
    'TRIGGER t ',
    'DEFINER=',
    'DELIMITER ',
    'DELIMITER //\n',
    '//',
    '\nDELIMITER ;\n',
    'go',
  ],
];
const soup = fc
  .array(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fragments) }, fc.string({ maxLength: 6 })),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

/** Content that may stand between the marks of any quote or comment below. */
const harmless = fc
  .array(
    fc.constantFrom('a', 'b1', ' ', '\n', ';', '(', '--', 'begin', 'END', '#', '1', 'é', '😀', ','),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

const quotedText: Record<Dialect, readonly ((inside: string) => string)[]> = {
  postgres: [
    (s) => `'${s}''${s}'`,
    (s) => `E'${s}\\'${s}\\\\'`,
    (s) => `"${s}""${s}"`,
    (s) => `$$${s}'${s}$$`,
    (s) => `$t1$${s}$$${s}$t1$`,
    (s) => `/* ${s} /* ${s} */ ${s} */`,
    (s) => `(1; ${s.replace(/[(;\-#]|\n/gu, '')})`,
    (s) => `-- ${s.replaceAll('\n', '')}\n`,
  ],
  mysql: [
    (s) => `'${s}\\'${s}''${s}'`,
    (s) => `"${s}\\"${s}"`,
    (s) => `\`${s}\`\`${s}\``,
    (s) => `/* ${s} */`,
    (s) => `/*!40101 '${s}' ; */`,
    (s) => `# ${s.replaceAll('\n', '')}\n`,
    (s) => `-- ${s.replaceAll('\n', '')}\n`,
  ],
  sqlite: [
    (s) => `'${s}''${s}'`,
    (s) => `"${s}""${s}"`,
    (s) => `\`${s}\`\`${s}\``,
    (s) => `[${s}]`,
    (s) => `/* ${s} */`,
    (s) => `-- ${s.replaceAll('\n', '')}\n`,
  ],
  duckdb: [
    (s) => `'${s}''${s}'`,
    (s) => `E'${s}\\'${s}\\\\'`,
    (s) => `"${s}""${s}"`,
    (s) => `$t1$${s}$$${s}$t1$`,
    (s) => `/* ${s} /* ${s} */ ${s} */`,
    (s) => `-- ${s.replaceAll('\n', '')}\n`,
  ],
  snowflake: [
    (s) => `'${s}\\'${s}\\\\'`,
    (s) => `"${s}""${s}"`,
    (s) => `$$${s}$$`,
    (s) => `/* ${s} */`,
    (s) => `-- ${s.replaceAll('\n', '')}\n`,
    (s) => `// ${s.replaceAll('\n', '')}\n`,
  ],
  bigquery: [
    (s) => `'${s}\\'${s}'`,
    (s) => `"${s}\\"${s}"`,
    (s) => `r'''${s}'"''${s}'''`,
    (s) => `"""${s}"'""${s}"""`,
    (s) => `\`${s}\``,
    (s) => `/* ${s} */`,
    (s) => `# ${s.replaceAll('\n', '')}\n`,
    (s) => `-- ${s.replaceAll('\n', '')}\n`,
  ],
  generic: [
    (s) => `'${s}''${s}'`,
    (s) => `"${s}""${s}"`,
    (s) => `\`${s}\``,
    (s) => ` [a${s.replace(/[\n,]/gu, '')}]`,
    (s) => `$$${s}'${s}$$`,
    (s) => `/* ${s} */`,
    (s) => `-- ${s.replaceAll('\n', '')}\n`,
  ],
};

const bodies: Record<Dialect, readonly string[]> = {
  postgres: [
    'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN 1 THEN 2 END; SELECT 2; END',
    'CREATE OR REPLACE PROCEDURE p() AS $$ BEGIN a; END; $$',
    'BEGIN',
    'COMMIT',
  ],
  mysql: [
    'CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; END IF; l: LOOP LEAVE l; END LOOP l; END',
    'CREATE DEFINER=a@b TRIGGER t BEFORE INSERT ON c FOR EACH ROW IF a THEN SET @b=1; END IF',
    'BEGIN NOT ATOMIC SELECT CASE WHEN 1 THEN 2 END; BEGIN END; END',
    'BEGIN',
    'COMMIT',
  ],
  sqlite: [
    'CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; SELECT 2; END',
    'CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END',
    'BEGIN',
    'END',
  ],
  duckdb: ['CREATE MACRO f(a) AS a + 1', 'BEGIN', 'COMMIT'],
  snowflake: [
    'CREATE PROCEDURE p() RETURNS INT AS DECLARE a INT; BEGIN RETURN 1; END',
    'BEGIN LET a := CASE WHEN 1 THEN 2 END; IF (a) THEN b := 1; END IF; END',
    'BEGIN TRANSACTION',
    'COMMIT',
  ],
  bigquery: [
    'CREATE PROCEDURE p() BEGIN DECLARE x INT64; IF a THEN SELECT 1; END IF; SELECT 2; END',
    'BEGIN SELECT CASE WHEN 1 THEN 2 END; EXCEPTION WHEN ERROR THEN SELECT 3; END',
    'FOR r IN (SELECT 1) DO SELECT r; END FOR',
    'BEGIN TRANSACTION',
    'BEGIN',
    'DECLARE x INT64 DEFAULT 1',
  ],
  generic: ['CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END', 'BEGIN', 'END'],
};

/** One statement of a dialect: words and quoted text, or one with a body. */
function statement(of: Dialect): fc.Arbitrary<string> {
  const quoted = fc
    .tuple(fc.constantFrom(...quotedText[of]), harmless)
    .map(([quote, inside]) => quote(inside));
  const word = fc.constantFrom(
    'a',
    't.b',
    '1',
    '+',
    ',',
    'begin',
    'END',
    'case',
    '$1',
    'x = y',
    'IF(a)',
  );
  const plain = fc
    .array(fc.oneof(word, quoted), { maxLength: 8 })
    .map((parts) => `SELECT ${parts.join(' ')} z`);
  return fc.oneof({ weight: 4, arbitrary: plain }, fc.constantFrom(...bodies[of]));
}

const script = dialect.chain((of) =>
  fc.tuple(fc.constant(of), fc.array(statement(of), { maxLength: 12 })),
);

void t.test('segments joined give the text back, whatever the text', (t) => {
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), dialect, (text, of) => {
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

void t.test('statements are trimmed, sorted, disjoint and as written, whatever the text', (t) => {
  fc.assert(
    fc.property(soup, dialect, (text, of) => {
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

void t.test('a script of known statements splits into exactly those', (t) => {
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

void t.test('a script under a delimiter of its own splits into exactly those', (t) => {
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

void t.test('statements under one delimiter split as if there were none', (t) => {
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

void t.test('lines of dashes before statements of MySQL change nothing', (t) => {
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

void t.test('statements stay whole inside a block of Snowflake and BigQuery', (t) => {
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
      // A block of one word would be a transaction, as would one that starts with `BEGIN;`.
      const block = `BEGIN SELECT 0; ${statements.map((each) => `${each};\n`).join('')} END`;
      t.same(
        splitStatements(`SELECT 1; ${block}; SELECT 2`, dialect).map((piece) => piece.text),
        ['SELECT 1', block, 'SELECT 2'],
      );
    }),
  );
  t.end();
});

void t.test('a statement split again is itself', (t) => {
  fc.assert(
    fc.property(script, ([of, statements]) => {
      for (const { text } of splitStatements(statements.join(';\n'), of)) {
        t.same(splitStatements(text, of), [{ text, startOffset: 0, endOffset: text.length }]);
      }
    }),
  );
  t.end();
});

void t.test('a limit gives the first statements only', (t) => {
  fc.assert(
    fc.property(script, fc.nat(14), ([of, statements], limit) => {
      const text = statements.join(';');
      t.same(splitStatements(text, of, limit), splitStatements(text, of).slice(0, limit));
    }),
  );
  t.end();
});
