import { runTable } from './table.js';

runTable('generic', [
  ['statements are returned in order', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  [
    'every kind of quote may contain terminators',
    'SELECT \';\', ";", `;`, [a;b]; SELECT 2',
    ['SELECT \';\', ";", `;`, [a;b]', 'SELECT 2'],
  ],
  [
    'a doubled quote does not close its quote',
    'SELECT \'\'\';\', """;", ```;`, [a]];b]; SELECT 2',
    ['SELECT \'\'\';\', """;", ```;`, [a]];b]', 'SELECT 2'],
  ],
  [
    'a backslash in a plain string is an ordinary character',
    "SELECT 'a\\'; SELECT 2",
    ["SELECT 'a\\'", 'SELECT 2'],
  ],
  [
    'a backslash escapes in an E string',
    "SELECT E'\\';'; SELECT 2",
    ["SELECT E'\\';'", 'SELECT 2'],
  ],
  [
    'a dollar quote may contain any text',
    "SELECT $$ ; ' $$, $t$ ; $$ ; $t$; SELECT 2",
    ["SELECT $$ ; ' $$, $t$ ; $$ ; $t$", 'SELECT 2'],
  ],
  [
    'parameters do not open a quote',
    'SELECT $1, $a, :b, @c, ?; SELECT 2',
    ['SELECT $1, $a, :b, @c, ?', 'SELECT 2'],
  ],
  ['two dashes start a comment', "SELECT 1 --;'\n; SELECT 2", ["SELECT 1 --;'", 'SELECT 2']],
  [
    'a number sign does not start a comment',
    'SELECT * FROM #tmp; SELECT 2',
    ['SELECT * FROM #tmp', 'SELECT 2'],
  ],
  ['block comments do not nest', 'SELECT /* /* */ 1; SELECT 2', ['SELECT /* /* */ 1', 'SELECT 2']],
  ['a version comment is an ordinary comment', '/*! a */; SELECT 1', ['SELECT 1']],
  ['a terminator inside parentheses splits', 'SELECT (1; SELECT 2)', ['SELECT (1', 'SELECT 2)']],

  [
    'a bracketed identifier may contain a quote',
    "SELECT [it's;] FROM [t;]; SELECT 2",
    ["SELECT [it's;] FROM [t;]", 'SELECT 2'],
  ],
  [
    'a bracketed identifier may follow a dot',
    'SELECT a.[b;c]; SELECT 2',
    ['SELECT a.[b;c]', 'SELECT 2'],
  ],
  [
    'a subscript is not an identifier',
    "SELECT a[']'], a[b], a[1]; SELECT 2",
    ["SELECT a[']'], a[b], a[1]", 'SELECT 2'],
  ],
  [
    'a subscript after a call is not an identifier',
    "SELECT f(x)['];'], y; SELECT 2",
    ["SELECT f(x)['];'], y", 'SELECT 2'],
  ],
  [
    'a list is not an identifier',
    "SELECT ['a]', 'b;c'], [1, 2]; SELECT 2",
    ["SELECT ['a]', 'b;c'], [1, 2]", 'SELECT 2'],
  ],
  [
    'a list of names is not an identifier',
    "SELECT [a, '];']; SELECT 2",
    ["SELECT [a, '];']", 'SELECT 2'],
  ],
  [
    'an array is not an identifier',
    "SELECT ARRAY['];', 'b']; SELECT 2",
    ["SELECT ARRAY['];', 'b']", 'SELECT 2'],
  ],
  [
    'a bracket that is not closed on its line does not quote',
    'SELECT [a; \nSELECT b]',
    ['SELECT [a', 'SELECT b]'],
  ],

  ['a transaction is several statements', 'BEGIN; SELECT 1; END;', ['BEGIN', 'SELECT 1', 'END']],
  [
    'an SQLite transaction is several statements',
    'BEGIN IMMEDIATE; SELECT 1; END TRANSACTION;',
    ['BEGIN IMMEDIATE', 'SELECT 1', 'END TRANSACTION'],
  ],
  [
    'an SQLite trigger is one statement',
    'CREATE TEMP TRIGGER IF NOT EXISTS t AFTER UPDATE OF a ON b WHEN CASE WHEN new.a THEN 1 END BEGIN UPDATE b SET c = CASE WHEN 1 THEN 2 END; SELECT end FROM b; END; SELECT 2',
    [
      'CREATE TEMP TRIGGER IF NOT EXISTS t AFTER UPDATE OF a ON b WHEN CASE WHEN new.a THEN 1 END BEGIN UPDATE b SET c = CASE WHEN 1 THEN 2 END; SELECT end FROM b; END',
      'SELECT 2',
    ],
  ],
  [
    'a procedure is one statement',
    'CREATE OR ALTER PROCEDURE p AS BEGIN SELECT 1; IF a THEN SELECT 2; END IF; END; SELECT 3',
    ['CREATE OR ALTER PROCEDURE p AS BEGIN SELECT 1; IF a THEN SELECT 2; END IF; END', 'SELECT 3'],
  ],
  [
    'a function is one statement',
    'create function f() returns int begin while a loop set a = 1; end loop; return 1; end; SELECT 3',
    [
      'create function f() returns int begin while a loop set a = 1; end loop; return 1; end',
      'SELECT 3',
    ],
  ],
  [
    'an IF statement outside routines is split at its terminators',
    'IF a THEN SELECT 1; END IF; SELECT 2',
    ['IF a THEN SELECT 1', 'END IF', 'SELECT 2'],
  ],
  [
    'DELIMITER changes the terminator',
    'DELIMITER //\nSELECT 1; SELECT 2//',
    ['SELECT 1; SELECT 2'],
  ],
]);
