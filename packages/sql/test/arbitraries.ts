import fc from 'fast-check';
import type { Dialect } from '@sluice/sql';
import { dialects } from './table.js';

/** Any dialect. */
export const dialect = fc.constantFrom(...dialects);

/** Fragments that open, close, escape or nest something in at least one dialect. */
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
/** Any sequence of fragments and short strings. */
export const fragmentSoup = fc
  .array(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fragments) }, fc.string({ maxLength: 6 })),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

/** Content that may stand inside any quote or comment below. */
export const harmless = fc
  .array(
    fc.constantFrom('a', 'b1', ' ', '\n', ';', '(', '--', 'begin', 'END', '#', '1', 'é', '😀', ','),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

/** Literals, quoted names and comments of each dialect around a content; two of them hold code. */
export const quotedText: Record<Dialect, readonly ((inside: string) => string)[]> = {
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

/** A statement of a dialect: words and quoted text, or a statement with a body. */
export function statement(of: Dialect): fc.Arbitrary<string> {
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

/** A dialect and statements in it. */
export const script = dialect.chain((of) =>
  fc.tuple(fc.constant(of), fc.array(statement(of), { maxLength: 12 })),
);
