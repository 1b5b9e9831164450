import { runTable } from './table.js';

runTable('generic', [
  ['statements come in order', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
  [
    'quotes of every kind hold terminators',
    'SELECT \';\', ";", `;`, [a;b]; SELECT 2',
    ['SELECT \';\', ";", `;`, [a;b]', 'SELECT 2'],
  ],
  [
    'doubled quotes stay in quotes',
    'SELECT \'\'\';\', """;", ```;`, [a]];b]; SELECT 2',
    ['SELECT \'\'\';\', """;", ```;`, [a]];b]', 'SELECT 2'],
  ],
  ['a backslash is plain in a string', "SELECT 'a\\'; SELECT 2", ["SELECT 'a\\'", 'SELECT 2']],
  [
    'a backslash escapes in an E string',
    "SELECT E'\\';'; SELECT 2",
    ["SELECT E'\\';'", 'SELECT 2'],
  ],
  [
    'dollar quotes hold anything',
    "SELECT $$ ; ' $$, $t$ ; $$ ; $t$; SELECT 2",
    ["SELECT $$ ; ' $$, $t$ ; $$ ; $t$", 'SELECT 2'],
  ],
  [
    'parameters open nothing',
    'SELECT $1, $a, :b, @c, ?; SELECT 2',
    ['SELECT $1, $a, :b, @c, ?', 'SELECT 2'],
  ],
  ['two dashes start a comment', "SELECT 1 --;'\n; SELECT 2", ["SELECT 1 --;'", 'SELECT 2']],
  ['a hash starts no comment', 'SELECT * FROM #tmp; SELECT 2', ['SELECT * FROM #tmp', 'SELECT 2']],
  ['block comments do not nest', 'SELECT /* /* */ 1; SELECT 2', ['SELECT /* /* */ 1', 'SELECT 2']],
  ['a version comment is an ordinary comment', '/*! a */; SELECT 1', ['SELECT 1']],
  ['parentheses hold nothing', 'SELECT (1; SELECT 2)', ['SELECT (1', 'SELECT 2)']],

  [
    'a name in brackets may hold a quote',
    "SELECT [it's;] FROM [t;]; SELECT 2",
    ["SELECT [it's;] FROM [t;]", 'SELECT 2'],
  ],
  [
    'a name in brackets may follow a dot',
    'SELECT a.[b;c]; SELECT 2',
    ['SELECT a.[b;c]', 'SELECT 2'],
  ],
  [
    'a subscript is no name',
    "SELECT a[']'], a[b], a[1]; SELECT 2",
    ["SELECT a[']'], a[b], a[1]", 'SELECT 2'],
  ],
  [
    'a subscript after a call is no name',
    "SELECT f(x)['];'], y; SELECT 2",
    ["SELECT f(x)['];'], y", 'SELECT 2'],
  ],
  [
    'a list is no name',
    "SELECT ['a]', 'b;c'], [1, 2]; SELECT 2",
    ["SELECT ['a]', 'b;c'], [1, 2]", 'SELECT 2'],
  ],
  ['a list of names is no name', "SELECT [a, '];']; SELECT 2", ["SELECT [a, '];']", 'SELECT 2']],
  [
    'an array is no name',
    "SELECT ARRAY['];', 'b']; SELECT 2",
    ["SELECT ARRAY['];', 'b']", 'SELECT 2'],
  ],
  [
    'a bracket that does not close in its line opens nothing',
    'SELECT [a; \nSELECT b]',
    ['SELECT [a', 'SELECT b]'],
  ],

  ['a transaction is separate statements', 'BEGIN; SELECT 1; END;', ['BEGIN', 'SELECT 1', 'END']],
  [
    'SQLite’s transactions are separate statements',
    'BEGIN IMMEDIATE; SELECT 1; END TRANSACTION;',
    ['BEGIN IMMEDIATE', 'SELECT 1', 'END TRANSACTION'],
  ],
  [
    'SQLite’s trigger is one statement',
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
    'an IF outside routines is not followed',
    'IF a THEN SELECT 1; END IF; SELECT 2',
    ['IF a THEN SELECT 1', 'END IF', 'SELECT 2'],
  ],
  [
    'DELIMITER changes the terminator',
    'DELIMITER //\nSELECT 1; SELECT 2//',
    ['SELECT 1; SELECT 2'],
  ],
]);
