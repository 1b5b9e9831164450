import { runTable, type Row } from './table.js';

const atomic = `CREATE FUNCTION f(a int) RETURNS int LANGUAGE sql
BEGIN ATOMIC
  SELECT 1;
  SELECT CASE WHEN a > 1 THEN 2 ELSE 3 END;
END`;

runTable('postgres', [
  ['no text has no statements', '', []],
  ['white space has no statements', ' \t\r\n\f\v ', []],
  ['terminators alone are no statements', ';;; ;\n;', []],
  ['comments alone are no statements', '-- a\n/* b; */ ; -- c', []],
  ['a statement needs no terminator', 'SELECT 1', ['SELECT 1']],
  ['a terminator is not part of the statement', 'SELECT 1;', ['SELECT 1']],
  ['statements come in order', 'SELECT 1; SELECT 2;SELECT 3', ['SELECT 1', 'SELECT 2', 'SELECT 3']],
  ['statements are trimmed', '\n\t SELECT 1 \r\n ; ', ['SELECT 1']],
  ['a byte order mark at the start is white space', '\ufeffSELECT 1;', ['SELECT 1']],
  ['a byte order mark alone is no statement', '\ufeff', []],
  ['a no-break space is not white space', '\u00a0;', ['\u00a0']],
  ['a comment before a statement belongs to it', '-- a\nSELECT 1;', ['-- a\nSELECT 1']],
  ['a comment after a statement belongs to it', 'SELECT 1 -- a;b\n;', ['SELECT 1 -- a;b']],
  [
    'a comment after a terminator belongs to the next statement',
    'SELECT 1; -- a\nSELECT 2',
    ['SELECT 1', '-- a\nSELECT 2'],
  ],
  ['a comment after the last terminator is dropped', 'SELECT 1; -- done', ['SELECT 1']],
  ['a terminator in a line comment does not split', 'SELECT 1 -- ; x', ['SELECT 1 -- ; x']],
  [
    'two dashes need no space to start a comment',
    'SELECT 1--;\n;SELECT 2',
    ['SELECT 1--;', 'SELECT 2'],
  ],
  [
    'a carriage return ends a line comment',
    '-- a\rSELECT 1;SELECT 2',
    ['-- a\rSELECT 1', 'SELECT 2'],
  ],
  ['a terminator in a block comment does not split', 'SELECT /* ; */ 1', ['SELECT /* ; */ 1']],
  [
    'block comments nest',
    'SELECT /* /* ; */ ; */ 1; SELECT 2',
    ['SELECT /* /* ; */ ; */ 1', 'SELECT 2'],
  ],
  ['a slash after an opening does not close it', 'SELECT /*/ ; */ 1;', ['SELECT /*/ ; */ 1']],
  [
    'an operator may touch a comment',
    'SELECT 1 +/* ; */2; SELECT 3',
    ['SELECT 1 +/* ; */2', 'SELECT 3'],
  ],
  [
    'a quote in a comment opens nothing',
    "/* ' */ SELECT 1; SELECT 2",
    ["/* ' */ SELECT 1", 'SELECT 2'],
  ],
  [
    'a comment in a string is none',
    "SELECT '--', '/*'; SELECT 2",
    ["SELECT '--', '/*'", 'SELECT 2'],
  ],
  ['a hash starts no comment', 'SELECT 1 # 2; SELECT 3', ['SELECT 1 # 2', 'SELECT 3']],
  ['an unterminated block comment is sent', 'SELECT 1; /* oops; ', ['SELECT 1', '/* oops;']],
  ['a version comment is an ordinary comment', '/*!40101 SET x */; SELECT 1', ['SELECT 1']],

  ['a terminator in a string does not split', "SELECT ';'; SELECT 2", ["SELECT ';'", 'SELECT 2']],
  ['doubled quotes stay in a string', "SELECT 'a'';b'; SELECT 2", ["SELECT 'a'';b'", 'SELECT 2']],
  ['an empty string closes', "SELECT ''; SELECT 2", ["SELECT ''", 'SELECT 2']],
  ['a backslash is plain in a string', "SELECT 'a\\'; SELECT 2", ["SELECT 'a\\'", 'SELECT 2']],
  [
    'a backslash escapes in an E string',
    "SELECT E'a\\';b'; SELECT 2",
    ["SELECT E'a\\';b'", 'SELECT 2'],
  ],
  ['a small e does as well', "SELECT e'a\\';b'; SELECT 2", ["SELECT e'a\\';b'", 'SELECT 2']],
  [
    'a doubled backslash in an E string is itself',
    "SELECT E'a\\\\';SELECT 2",
    ["SELECT E'a\\\\'", 'SELECT 2'],
  ],
  [
    'doubled quotes stay in an E string',
    "SELECT E'a'';b';SELECT 2",
    ["SELECT E'a'';b'", 'SELECT 2'],
  ],
  [
    'a word that ends in e is no prefix',
    "SELECT type'a\\'; SELECT 2",
    ["SELECT type'a\\'", 'SELECT 2'],
  ],
  [
    'an e apart from its quote is no prefix',
    "SELECT e 'a\\'; SELECT 2",
    ["SELECT e 'a\\'", 'SELECT 2'],
  ],
  [
    'an E string goes on in a later line',
    "SELECT E'a'\n'\\';b'; SELECT 2",
    ["SELECT E'a'\n'\\';b'", 'SELECT 2'],
  ],
  [
    'an E string goes on past a comment',
    "SELECT E'a' -- c\n  '\\';b'; SELECT 2",
    ["SELECT E'a' -- c\n  '\\';b'", 'SELECT 2'],
  ],
  [
    'an E string does not go on in its line',
    "SELECT E'a' '\\'; SELECT 2",
    ["SELECT E'a' '\\'", 'SELECT 2'],
  ],
  ['a plain string goes on plain', "SELECT 'a'\n'\\'; SELECT 2", ["SELECT 'a'\n'\\'", 'SELECT 2']],
  [
    'B, X and N strings know no backslash',
    "SELECT B'0\\', X'1;', N'a\\';SELECT 2",
    ["SELECT B'0\\', X'1;', N'a\\'", 'SELECT 2'],
  ],
  [
    'a Unicode string knows no escaped quote',
    "SELECT U&'d\\'; SELECT 2",
    ["SELECT U&'d\\'", 'SELECT 2'],
  ],
  [
    'a Unicode identifier is quoted',
    'SELECT U&"a;""b"; SELECT 2',
    ['SELECT U&"a;""b"', 'SELECT 2'],
  ],
  [
    'an identifier holds a terminator',
    'SELECT "a;b""c;"; SELECT 2',
    ['SELECT "a;b""c;"', 'SELECT 2'],
  ],
  ['a backslash is plain in an identifier', 'SELECT "a\\"; SELECT 2', ['SELECT "a\\"', 'SELECT 2']],
  ['a backtick quotes nothing', 'SELECT `a; SELECT b`', ['SELECT `a', 'SELECT b`']],
  [
    'a bracket quotes nothing',
    "SELECT a[1], '];'; SELECT b[2]",
    ["SELECT a[1], '];'", 'SELECT b[2]'],
  ],
  ['an unterminated string goes to the end', "SELECT 'a; SELECT 2 ", ["SELECT 'a; SELECT 2"]],
  ['an unterminated identifier goes to the end', 'SELECT "a; SELECT 2', ['SELECT "a; SELECT 2']],
  ['an E string may end in its backslash', "SELECT E'a\\", ["SELECT E'a\\"]],

  [
    'a dollar quote holds anything',
    "DO $$ a; 'b; -- c $$; SELECT 2",
    ["DO $$ a; 'b; -- c $$", 'SELECT 2'],
  ],
  [
    'a tag closes with itself only',
    'DO $a$ ; $$ ; $b$ ; $a$; SELECT 2',
    ['DO $a$ ; $$ ; $b$ ; $a$', 'SELECT 2'],
  ],
  ['tags tell case apart', 'DO $a$ ; $A$ ; $a$; SELECT 2', ['DO $a$ ; $A$ ; $a$', 'SELECT 2']],
  [
    'a tag may hold digits and other letters',
    'DO $é_1$ ; $é_1$; SELECT 2',
    ['DO $é_1$ ; $é_1$', 'SELECT 2'],
  ],
  [
    'overlapping dollars close at the first tag',
    'DO $a$ ; $a$a$; SELECT 2',
    ['DO $a$ ; $a$a$', 'SELECT 2'],
  ],
  ['a parameter is no tag', 'SELECT $1; SELECT $2', ['SELECT $1', 'SELECT $2']],
  ['parameters side by side are no tag', 'SELECT $1$2; SELECT $3', ['SELECT $1$2', 'SELECT $3']],
  [
    'a dollar in an identifier opens nothing',
    'SELECT a$b$; SELECT c$b$',
    ['SELECT a$b$', 'SELECT c$b$'],
  ],
  [
    'a dollar after a number may open',
    'SELECT 1$a$;$a$; SELECT 2',
    ['SELECT 1$a$;$a$', 'SELECT 2'],
  ],
  [
    'a lone dollar is plain',
    'SELECT $; SELECT $a; SELECT 3',
    ['SELECT $', 'SELECT $a', 'SELECT 3'],
  ],
  ['an unterminated dollar quote goes to the end', 'DO $a$ ; $b$', ['DO $a$ ; $b$']],
  [
    'a body in dollar quotes needs no understanding',
    'CREATE FUNCTION f() RETURNS int AS $$ BEGIN RETURN 1; END; $$ LANGUAGE plpgsql; SELECT 2',
    ['CREATE FUNCTION f() RETURNS int AS $$ BEGIN RETURN 1; END; $$ LANGUAGE plpgsql', 'SELECT 2'],
  ],

  [
    'parentheses hold terminators',
    'CREATE RULE r AS ON INSERT TO t DO (a; b); SELECT 2',
    ['CREATE RULE r AS ON INSERT TO t DO (a; b)', 'SELECT 2'],
  ],
  [
    'a closing parenthesis too many changes nothing',
    'SELECT 1); SELECT (2); SELECT 3',
    ['SELECT 1)', 'SELECT (2)', 'SELECT 3'],
  ],
  ['an open parenthesis holds the rest', 'SELECT (1; SELECT 2', ['SELECT (1; SELECT 2']],
  [
    'parentheses in quotes do not count',
    'SELECT \'(\'; SELECT "("; SELECT 3',
    ["SELECT '('", 'SELECT "("', 'SELECT 3'],
  ],

  [
    'a transaction is separate statements',
    'BEGIN; SELECT 1; COMMIT;',
    ['BEGIN', 'SELECT 1', 'COMMIT'],
  ],
  [
    'so is one begun with more words',
    'BEGIN TRANSACTION; SELECT 1; END;',
    ['BEGIN TRANSACTION', 'SELECT 1', 'END'],
  ],
  ['BEGIN WORK opens no block', 'begin work; select 1; end', ['begin work', 'select 1', 'end']],
  [
    'START TRANSACTION opens no block',
    'START TRANSACTION; SELECT 1; COMMIT',
    ['START TRANSACTION', 'SELECT 1', 'COMMIT'],
  ],
  ['an SQL body is one statement', `${atomic}; SELECT 2;`, [atomic, 'SELECT 2']],
  [
    'so is a procedure’s',
    'create or replace procedure p() begin atomic insert into t values (1); end; SELECT 2',
    ['create or replace procedure p() begin atomic insert into t values (1); end', 'SELECT 2'],
  ],
  [
    'a comment may stand inside BEGIN ATOMIC',
    'CREATE FUNCTION f() BEGIN /* ; */ ATOMIC SELECT 1; END; SELECT 2',
    ['CREATE FUNCTION f() BEGIN /* ; */ ATOMIC SELECT 1; END', 'SELECT 2'],
  ],
  [
    'an END that is a name ends nothing',
    'CREATE FUNCTION f() BEGIN ATOMIC SELECT t.end AS end FROM t; END; SELECT 2',
    ['CREATE FUNCTION f() BEGIN ATOMIC SELECT t.end AS end FROM t; END', 'SELECT 2'],
  ],
  [
    'a BEGIN that is a name opens nothing',
    'CREATE FUNCTION f() BEGIN ATOMIC SELECT begin FROM t; END; SELECT 2',
    ['CREATE FUNCTION f() BEGIN ATOMIC SELECT begin FROM t; END', 'SELECT 2'],
  ],
  [
    'CASE may nest in a body',
    'CREATE FUNCTION f() BEGIN ATOMIC SELECT CASE WHEN CASE 1 WHEN 2 THEN 3 END = 4 THEN 5 END; SELECT 6; END; SELECT 2',
    [
      'CREATE FUNCTION f() BEGIN ATOMIC SELECT CASE WHEN CASE 1 WHEN 2 THEN 3 END = 4 THEN 5 END; SELECT 6; END',
      'SELECT 2',
    ],
  ],
  [
    'CASE outside a body holds nothing',
    'SELECT CASE WHEN 1 THEN 2; SELECT 3',
    ['SELECT CASE WHEN 1 THEN 2', 'SELECT 3'],
  ],
  [
    'a function that returns has no block',
    'CREATE FUNCTION f() RETURNS int RETURN 1; SELECT 2',
    ['CREATE FUNCTION f() RETURNS int RETURN 1', 'SELECT 2'],
  ],
  [
    'a trigger calls a function and has no block',
    'CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION f(); SELECT 2',
    ['CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION f()', 'SELECT 2'],
  ],
  [
    'a routine without BEGIN ATOMIC holds nothing',
    'CREATE PROCEDURE p() CASE WHEN 1 THEN 2; SELECT 3',
    ['CREATE PROCEDURE p() CASE WHEN 1 THEN 2', 'SELECT 3'],
  ],
  [
    'BEGIN ATOMIC outside a routine opens nothing',
    'SELECT 1 BEGIN ATOMIC; SELECT 2',
    ['SELECT 1 BEGIN ATOMIC', 'SELECT 2'],
  ],
  [
    'the words of a body may be in a string',
    "CREATE FUNCTION f() AS 'BEGIN ATOMIC'; SELECT 2",
    ["CREATE FUNCTION f() AS 'BEGIN ATOMIC'", 'SELECT 2'],
  ],
  [
    'DELIMITER is no command',
    'DELIMITER //\nSELECT 1; SELECT 2',
    ['DELIMITER //\nSELECT 1', 'SELECT 2'],
  ],
  ['COPY data is not treated apart', 'COPY t FROM stdin;\n1\t2\n', ['COPY t FROM stdin', '1\t2']],
  ...[
    ['off', 'on'],
    ["'off'", 'default'],
    ['FALSE', 'yes'],
    ['no', '1'],
    ['0', 'true'],
    ['f', "'on'"],
  ].map(([off = '', on = '']): Row => [
    `backslashes escape in plain strings from standard_conforming_strings = ${off} to ${on}`,
    `SELECT '\\'; SET standard_conforming_strings = ${off}; SELECT 'a\\';b'; set session standard_conforming_strings to ${on}; SELECT '\\'; SELECT 2`,
    [
      `SELECT '\\'`,
      `SET standard_conforming_strings = ${off}`,
      `SELECT 'a\\';b'`,
      `set session standard_conforming_strings to ${on}`,
      `SELECT '\\'`,
      'SELECT 2',
    ],
  ]),
  ...['RESET standard_conforming_strings', 'RESET ALL', 'DISCARD ALL'].map((reset): Row => [
    `${reset} makes plain strings standard again`,
    `-- a\nSET standard_conforming_strings TO off; SELECT 'a\\';\n\\'' 'b', $$\\$$; ${reset}; SELECT '\\'; SELECT 2`,
    [
      '-- a\nSET standard_conforming_strings TO off',
      `SELECT 'a\\';\n\\'' 'b', $$\\$$`,
      reset,
      `SELECT '\\'`,
      'SELECT 2',
    ],
  ]),
  [
    'SET LOCAL of standard_conforming_strings holds to the end of its transaction',
    `SET LOCAL standard_conforming_strings = off; SELECT '\\'; BEGIN; SET LOCAL standard_conforming_strings = off; SAVEPOINT a; ROLLBACK TO a; SELECT 'a\\';b'; COMMIT; SELECT '\\'; SELECT 2`,
    [
      'SET LOCAL standard_conforming_strings = off',
      `SELECT '\\'`,
      'BEGIN',
      'SET LOCAL standard_conforming_strings = off',
      'SAVEPOINT a',
      'ROLLBACK TO a',
      `SELECT 'a\\';b'`,
      'COMMIT',
      `SELECT '\\'`,
      'SELECT 2',
    ],
  ],
  [
    'ROLLBACK takes SET of standard_conforming_strings back, COMMIT keeps it',
    `START TRANSACTION; SET standard_conforming_strings = off; ROLLBACK; SELECT '\\'; BEGIN; SET standard_conforming_strings = off; END; SELECT 'a\\';b'`,
    [
      'START TRANSACTION',
      'SET standard_conforming_strings = off',
      'ROLLBACK',
      `SELECT '\\'`,
      'BEGIN',
      'SET standard_conforming_strings = off',
      'END',
      `SELECT 'a\\';b'`,
    ],
  ],
  [
    'backslashes are plain in names and in other settings',
    `SET standard_conforming_strings = off; SELECT "\\"; SET application_name = 'a\\';b'; SELECT 2`,
    [
      'SET standard_conforming_strings = off',
      'SELECT "\\"',
      `SET application_name = 'a\\';b'`,
      'SELECT 2',
    ],
  ],
]);
