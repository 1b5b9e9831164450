import { runTable } from './table.js';

runTable('postgres', [
  ['an empty text has no statements', '', []],
  ['white space has no statements', ' \t\r\n\f\v ', []],
  ['terminators alone are not statements', ';;; ;\n;', []],
  ['comments alone are not statements', '-- a\n/* b; */ ; -- c', []],
  ['a statement needs no terminator', 'SELECT 1', ['SELECT 1']],
  ['a terminator is not part of the statement', 'SELECT 1;', ['SELECT 1']],
  [
    'statements are returned in order',
    'SELECT 1; SELECT 2;SELECT 3',
    ['SELECT 1', 'SELECT 2', 'SELECT 3'],
  ],
  ['statements are trimmed', '\n\t SELECT 1 \r\n ; ', ['SELECT 1']],
  ['a byte order mark at the start is white space', '\ufeffSELECT 1;', ['SELECT 1']],
  ['a byte order mark alone is not a statement', '\ufeff', []],
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
  [
    'a slash after the start of a comment does not close it',
    'SELECT /*/ ; */ 1;',
    ['SELECT /*/ ; */ 1'],
  ],
  [
    'an operator may touch a comment',
    'SELECT 1 +/* ; */2; SELECT 3',
    ['SELECT 1 +/* ; */2', 'SELECT 3'],
  ],
  [
    'a quote in a comment does not open a string',
    "/* ' */ SELECT 1; SELECT 2",
    ["/* ' */ SELECT 1", 'SELECT 2'],
  ],
  [
    'a comment marker in a string does not start a comment',
    "SELECT '--', '/*'; SELECT 2",
    ["SELECT '--', '/*'", 'SELECT 2'],
  ],
  [
    'a number sign does not start a comment',
    'SELECT 1 # 2; SELECT 3',
    ['SELECT 1 # 2', 'SELECT 3'],
  ],
  ['an unterminated block comment is a statement', 'SELECT 1; /* oops; ', ['SELECT 1', '/* oops;']],
  ['a version comment is an ordinary comment', '/*!40101 SET x */; SELECT 1', ['SELECT 1']],

  ['a terminator in a string does not split', "SELECT ';'; SELECT 2", ["SELECT ';'", 'SELECT 2']],
  [
    'a doubled quote does not close a string',
    "SELECT 'a'';b'; SELECT 2",
    ["SELECT 'a'';b'", 'SELECT 2'],
  ],
  ['an empty string is closed', "SELECT ''; SELECT 2", ["SELECT ''", 'SELECT 2']],
  [
    'a backslash in a plain string is an ordinary character',
    "SELECT 'a\\'; SELECT 2",
    ["SELECT 'a\\'", 'SELECT 2'],
  ],
  [
    'a backslash escapes in an E string',
    "SELECT E'a\\';b'; SELECT 2",
    ["SELECT E'a\\';b'", 'SELECT 2'],
  ],
  [
    'a lowercase e prefix starts an E string',
    "SELECT e'a\\';b'; SELECT 2",
    ["SELECT e'a\\';b'", 'SELECT 2'],
  ],
  [
    'a doubled backslash in an E string does not escape the quote',
    "SELECT E'a\\\\';SELECT 2",
    ["SELECT E'a\\\\'", 'SELECT 2'],
  ],
  [
    'a doubled quote does not close an E string',
    "SELECT E'a'';b';SELECT 2",
    ["SELECT E'a'';b'", 'SELECT 2'],
  ],
  [
    'a word that ends in e is not a string prefix',
    "SELECT type'a\\'; SELECT 2",
    ["SELECT type'a\\'", 'SELECT 2'],
  ],
  [
    'an e separated from the quote is not a string prefix',
    "SELECT e 'a\\'; SELECT 2",
    ["SELECT e 'a\\'", 'SELECT 2'],
  ],
  [
    'an E string may continue on the next line',
    "SELECT E'a'\n'\\';b'; SELECT 2",
    ["SELECT E'a'\n'\\';b'", 'SELECT 2'],
  ],
  [
    'an E string may continue after a comment',
    "SELECT E'a' -- c\n  '\\';b'; SELECT 2",
    ["SELECT E'a' -- c\n  '\\';b'", 'SELECT 2'],
  ],
  [
    'an E string does not continue on the same line',
    "SELECT E'a' '\\'; SELECT 2",
    ["SELECT E'a' '\\'", 'SELECT 2'],
  ],
  [
    'a continued plain string stays plain',
    "SELECT 'a'\n'\\'; SELECT 2",
    ["SELECT 'a'\n'\\'", 'SELECT 2'],
  ],
  [
    'B, X and N strings have no backslash escapes',
    "SELECT B'0\\', X'1;', N'a\\';SELECT 2",
    ["SELECT B'0\\', X'1;', N'a\\'", 'SELECT 2'],
  ],
  [
    'a Unicode string has no escaped quote',
    "SELECT U&'d\\'; SELECT 2",
    ["SELECT U&'d\\'", 'SELECT 2'],
  ],
  [
    'a Unicode identifier is quoted',
    'SELECT U&"a;""b"; SELECT 2',
    ['SELECT U&"a;""b"', 'SELECT 2'],
  ],
  [
    'a quoted identifier may contain a terminator',
    'SELECT "a;b""c;"; SELECT 2',
    ['SELECT "a;b""c;"', 'SELECT 2'],
  ],
  [
    'a backslash in a quoted identifier is an ordinary character',
    'SELECT "a\\"; SELECT 2',
    ['SELECT "a\\"', 'SELECT 2'],
  ],
  ['a backtick does not quote', 'SELECT `a; SELECT b`', ['SELECT `a', 'SELECT b`']],
  [
    'a bracket does not quote',
    "SELECT a[1], '];'; SELECT b[2]",
    ["SELECT a[1], '];'", 'SELECT b[2]'],
  ],
  ['an unterminated string extends to the end', "SELECT 'a; SELECT 2 ", ["SELECT 'a; SELECT 2"]],
  ['an unterminated identifier extends to the end', 'SELECT "a; SELECT 2', ['SELECT "a; SELECT 2']],
  ['an E string may end with a backslash', "SELECT E'a\\", ["SELECT E'a\\"]],

  [
    'a dollar quote may contain any text',
    "DO $$ a; 'b; -- c $$; SELECT 2",
    ["DO $$ a; 'b; -- c $$", 'SELECT 2'],
  ],
  [
    'a tagged dollar quote is closed only by its own tag',
    'DO $a$ ; $$ ; $b$ ; $a$; SELECT 2',
    ['DO $a$ ; $$ ; $b$ ; $a$', 'SELECT 2'],
  ],
  [
    'dollar quote tags are case-sensitive',
    'DO $a$ ; $A$ ; $a$; SELECT 2',
    ['DO $a$ ; $A$ ; $a$', 'SELECT 2'],
  ],
  [
    'a tag may contain digits and non-ASCII letters',
    'DO $é_1$ ; $é_1$; SELECT 2',
    ['DO $é_1$ ; $é_1$', 'SELECT 2'],
  ],
  [
    'overlapping dollar quotes close at the first tag',
    'DO $a$ ; $a$a$; SELECT 2',
    ['DO $a$ ; $a$a$', 'SELECT 2'],
  ],
  ['a parameter is not a tag', 'SELECT $1; SELECT $2', ['SELECT $1', 'SELECT $2']],
  ['adjacent parameters are not a tag', 'SELECT $1$2; SELECT $3', ['SELECT $1$2', 'SELECT $3']],
  [
    'a dollar sign in an identifier does not quote',
    'SELECT a$b$; SELECT c$b$',
    ['SELECT a$b$', 'SELECT c$b$'],
  ],
  [
    'a dollar sign after a number may quote',
    'SELECT 1$a$;$a$; SELECT 2',
    ['SELECT 1$a$;$a$', 'SELECT 2'],
  ],
  [
    'a lone dollar sign is an ordinary character',
    'SELECT $; SELECT $a; SELECT 3',
    ['SELECT $', 'SELECT $a', 'SELECT 3'],
  ],
  ['an unterminated dollar quote extends to the end', 'DO $a$ ; $b$', ['DO $a$ ; $b$']],
  [
    'the language of a dollar-quoted body does not matter',
    'CREATE FUNCTION f() RETURNS int AS $$ BEGIN RETURN 1; END; $$ LANGUAGE plpgsql; SELECT 2',
    ['CREATE FUNCTION f() RETURNS int AS $$ BEGIN RETURN 1; END; $$ LANGUAGE plpgsql', 'SELECT 2'],
  ],

  [
    'a terminator inside parentheses does not split',
    'CREATE RULE r AS ON INSERT TO t DO (a; b); SELECT 2',
    ['CREATE RULE r AS ON INSERT TO t DO (a; b)', 'SELECT 2'],
  ],
  [
    'a surplus closing parenthesis has no effect',
    'SELECT 1); SELECT (2); SELECT 3',
    ['SELECT 1)', 'SELECT (2)', 'SELECT 3'],
  ],
  [
    'an open parenthesis extends the statement to the end',
    'SELECT (1; SELECT 2',
    ['SELECT (1; SELECT 2'],
  ],
  [
    'parentheses in quotes are not counted',
    'SELECT \'(\'; SELECT "("; SELECT 3',
    ["SELECT '('", 'SELECT "("', 'SELECT 3'],
  ],
  [
    'only plain and national strings have backslash escapes while the setting is off',
    "set standard_conforming_strings = off; select 'a\\';', n'\\';', e'\\';'; select u&'\\', b'\\', X'\\'; select au&'\\';', ab'\\';'",
    [
      'set standard_conforming_strings = off',
      "select 'a\\';', n'\\';', e'\\';'",
      "select u&'\\', b'\\', X'\\'",
      "select au&'\\';', ab'\\';'",
    ],
  ],
  [
    'a string without escapes continues without them while the setting is off',
    "set standard_conforming_strings = off; select u&'a'\n'\\', 'a'\n'\\';'; select 2",
    ['set standard_conforming_strings = off', "select u&'a'\n'\\', 'a'\n'\\';'", 'select 2'],
  ],
  [
    'a dollar after a number with letters is part of a name',
    'select 1x$$y; select 0xff$$, 1e5$a$, 1_000$$; select 2',
    ['select 1x$$y', 'select 0xff$$, 1e5$a$, 1_000$$', 'select 2'],
  ],
  [
    'a dollar after digits opens a quote',
    'select 1$$;$$, 1.5$a$;$a$; select 2',
    ['select 1$$;$$, 1.5$a$;$a$', 'select 2'],
  ],
  [
    'the lines of pg_dump that restrict psql are skipped',
    '-- Dump\n\n\\restrict AbC123\n\nSET a = 0;\nselect 1;\r\n\\unrestrict AbC123\r\n',
    ['SET a = 0', 'select 1'],
  ],
  [
    'other commands of psql are not skipped',
    '\\restrict a b\nselect 1; \\connect x\n; select 2 \\restrict a\n',
    ['\\restrict a b\nselect 1', '\\connect x', 'select 2 \\restrict a'],
  ],
  [
    'the rows after COPY from the client belong to it',
    "-- Data\nCOPY public.t (a, b) FROM stdin;\n1\tit's; \\N\n\\\\.\n\\.\n\n\nselect 1; copy t from stdin with (format csv);\r\n;\r\n\\.\r\nselect 2; copy t FROM STDIN;\n\\.",
    [
      "-- Data\nCOPY public.t (a, b) FROM stdin;\n1\tit's; \\N\n\\\\.\n\\.",
      'select 1',
      'copy t from stdin with (format csv);\r\n;\r\n\\.',
      'select 2',
      'copy t FROM STDIN;\n\\.',
    ],
  ],
  [
    'without a last line or from a file there are no rows after COPY',
    'copy t to stdout;\na\n\\.\n; copy t from stdin; select 1\n\\.\n; copy t from stdin;\nselect 2\n\\.x;\nselect 3',
    [
      'copy t to stdout',
      'a\n\\.',
      'copy t from stdin',
      'select 1\n\\.',
      'copy t from stdin',
      'select 2\n\\.x',
      'select 3',
    ],
  ],
]);
