import { runTable } from './table.js';

runTable('mysql', [
  [
    'a terminator in a string does not split',
    'SELECT \';\', ";"; SELECT 2',
    ['SELECT \';\', ";"', 'SELECT 2'],
  ],
  ['a backslash escapes in a string', "SELECT 'a\\';b'; SELECT 2", ["SELECT 'a\\';b'", 'SELECT 2']],
  [
    'a backslash escapes in double quotes',
    'SELECT "a\\";b"; SELECT 2',
    ['SELECT "a\\";b"', 'SELECT 2'],
  ],
  [
    'a doubled quote does not close a string',
    'SELECT \'a\'\';b\', "a"";b"; SELECT 2',
    ['SELECT \'a\'\';b\', "a"";b"', 'SELECT 2'],
  ],
  [
    'a backslash in backticks is an ordinary character',
    'SELECT `a\\`; SELECT 2',
    ['SELECT `a\\`', 'SELECT 2'],
  ],
  [
    'a doubled backtick does not close an identifier',
    'SELECT `a``;b`; SELECT 2',
    ['SELECT `a``;b`', 'SELECT 2'],
  ],
  [
    'character set introducers do not change quoting',
    "SELECT _utf8'a;', N'b;', X'41'; SELECT 2",
    ["SELECT _utf8'a;', N'b;', X'41'", 'SELECT 2'],
  ],
  [
    'a dollar sign does not quote',
    'SELECT $$; SELECT a$b$; SELECT 3',
    ['SELECT $$', 'SELECT a$b$', 'SELECT 3'],
  ],
  [
    'an unterminated string extends to the end',
    "SELECT 'a\\'; SELECT 2",
    ["SELECT 'a\\'; SELECT 2"],
  ],
  ['a bracket does not quote', 'SELECT [a; b]', ['SELECT [a', 'b]']],
  ['a terminator inside parentheses splits', 'SELECT (1; SELECT 2)', ['SELECT (1', 'SELECT 2)']],

  [
    'two dashes followed by a space start a comment',
    'SELECT 1 -- ;\n; SELECT 2',
    ['SELECT 1 -- ;', 'SELECT 2'],
  ],
  [
    'two dashes without a space do not start a comment',
    'SELECT 5--1; SELECT 2',
    ['SELECT 5--1', 'SELECT 2'],
  ],
  [
    'two dashes at the end of a line start a comment',
    'SELECT 1 --\n; SELECT 2',
    ['SELECT 1 --', 'SELECT 2'],
  ],
  ['two dashes at the end of the text start a comment', 'SELECT 1; --', ['SELECT 1']],
  ['a number sign starts a comment', "SELECT 1 #;'\n; SELECT 2", ["SELECT 1 #;'", 'SELECT 2']],
  ['a carriage return does not end a comment', '-- a\rSELECT 1;', []],
  [
    'block comments do not nest',
    'SELECT /* /* ; */ 1; SELECT 2',
    ['SELECT /* /* ; */ 1', 'SELECT 2'],
  ],
  ['a plain comment is not a statement', '/* a */; SELECT 1', ['SELECT 1']],
  [
    'a version comment is a statement',
    '/*!40101 SET x=1 */; SELECT 1',
    ['/*!40101 SET x=1 */', 'SELECT 1'],
  ],
  ['a MariaDB version comment is a statement', '/*M!100100 SET x=1 */;', ['/*M!100100 SET x=1 */']],
  ['an optimizer hint is a statement', '/*+ a */; SELECT 1', ['/*+ a */', 'SELECT 1']],
  [
    'a version comment may contain terminators',
    '/*! SELECT 1; */ ; SELECT 2',
    ['/*! SELECT 1; */', 'SELECT 2'],
  ],
  [
    'quotes in a version comment hide its end',
    "/*! SELECT '*/;' */; SELECT 2",
    ["/*! SELECT '*/;' */", 'SELECT 2'],
  ],
  [
    'a version comment may contain a comment',
    '/*! SELECT /* ; */ 1; */; SELECT 2',
    ['/*! SELECT /* ; */ 1; */', 'SELECT 2'],
  ],
  [
    'an unterminated version comment extends to the end',
    '/*! SELECT 1; SELECT 2',
    ['/*! SELECT 1; SELECT 2'],
  ],

  [
    'a transaction is several statements',
    'BEGIN; SELECT 1; COMMIT;',
    ['BEGIN', 'SELECT 1', 'COMMIT'],
  ],
  [
    'BEGIN WORK does not open a block',
    'BEGIN WORK; SELECT 1; COMMIT;',
    ['BEGIN WORK', 'SELECT 1', 'COMMIT'],
  ],
  [
    'XA BEGIN does not open a block',
    "XA BEGIN 'a'; SELECT 1; XA END 'a'",
    ["XA BEGIN 'a'", 'SELECT 1', "XA END 'a'"],
  ],
  [
    'START TRANSACTION does not open a block',
    'START TRANSACTION; SELECT 1; COMMIT',
    ['START TRANSACTION', 'SELECT 1', 'COMMIT'],
  ],
  [
    'CASE outside a body does not open a block',
    'SELECT CASE WHEN 1 THEN 2; SELECT 3',
    ['SELECT CASE WHEN 1 THEN 2', 'SELECT 3'],
  ],
  [
    'a body of one statement does not open a block',
    'CREATE PROCEDURE p() SELECT CASE WHEN 1 THEN 2 END; SELECT 3',
    ['CREATE PROCEDURE p() SELECT CASE WHEN 1 THEN 2 END', 'SELECT 3'],
  ],
  [
    'a view with a definer does not open a block',
    'CREATE DEFINER=a@b SQL SECURITY DEFINER VIEW v AS SELECT event, begin FROM t; SELECT 2',
    ['CREATE DEFINER=a@b SQL SECURITY DEFINER VIEW v AS SELECT event, begin FROM t', 'SELECT 2'],
  ],
  [
    'a table named like a routine keyword does not open a block',
    'CREATE TABLE event (begin INT); SELECT begin FROM trigger_log',
    ['CREATE TABLE event (begin INT)', 'SELECT begin FROM trigger_log'],
  ],
  [
    'a loadable function does not open a block',
    "CREATE FUNCTION f RETURNS STRING SONAME 'a.so'; SELECT 2",
    ["CREATE FUNCTION f RETURNS STRING SONAME 'a.so'", 'SELECT 2'],
  ],
  [
    'an unclosed block extends to the end',
    'CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2;',
    ['CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2;'],
  ],
]);
