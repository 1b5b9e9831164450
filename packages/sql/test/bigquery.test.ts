import t from 'tap';
import { runTable } from './table.js';

void t.test('BigQuery splits as its documentation reads GoogleSQL', (t) => {
  runTable(
    'bigquery',
    [
      [
        'three quotes hold one and two',
        `SELECT '''a';''b''', """a";""b"""; SELECT 2`,
        [`SELECT '''a';''b''', """a";""b"""`, 'SELECT 2'],
      ],
      [
        'three quotes hold line breaks',
        "SELECT '''a\n;\n'''; SELECT 2",
        ["SELECT '''a\n;\n'''", 'SELECT 2'],
      ],
      ['two quotes are an empty string', `SELECT '', ""; SELECT 2`, [`SELECT '', ""`, 'SELECT 2']],
      ['a backslash escapes', "SELECT 'a\\';'; SELECT 2", ["SELECT 'a\\';'", 'SELECT 2']],
      [
        'a backslash keeps a raw string open, too',
        `SELECT r'\\';', rb"\\";"; SELECT 2`,
        [`SELECT r'\\';', rb"\\";"`, 'SELECT 2'],
      ],
      [
        'backticks quote names',
        'SELECT `a;-b`.`c\\`;`; SELECT 2',
        ['SELECT `a;-b`.`c\\`;`', 'SELECT 2'],
      ],
      [
        'a number sign starts a comment',
        "SELECT 1 # ';\n; SELECT 2",
        ["SELECT 1 # ';", 'SELECT 2'],
      ],
      [
        'comments do not nest',
        'SELECT /* /* ; */ 1; SELECT 2',
        ['SELECT /* /* ; */ 1', 'SELECT 2'],
      ],
      ['dollars quote nothing', 'SELECT $$; SELECT 2', ['SELECT $$', 'SELECT 2']],
      ['brackets are arrays', "SELECT ['a;', 'b']; SELECT 2", ["SELECT ['a;', 'b']", 'SELECT 2']],
      [
        'a block is one statement, its exceptions included',
        'BEGIN SELECT 1; EXCEPTION WHEN ERROR THEN SELECT 2; END; SELECT 3',
        ['BEGIN SELECT 1; EXCEPTION WHEN ERROR THEN SELECT 2; END', 'SELECT 3'],
      ],
      [
        'a transaction is no block',
        'BEGIN; SELECT 1; COMMIT; BEGIN TRANSACTION; COMMIT TRANSACTION',
        ['BEGIN', 'SELECT 1', 'COMMIT', 'BEGIN TRANSACTION', 'COMMIT TRANSACTION'],
      ],
      [
        'declarations are statements of the session',
        'DECLARE x INT64 DEFAULT 1; SET x = 2; SELECT x',
        ['DECLARE x INT64 DEFAULT 1', 'SET x = 2', 'SELECT x'],
      ],
      [
        'a FOR loop is one statement',
        'FOR r IN (SELECT 1) DO SELECT r; END FOR; SELECT 2',
        ['FOR r IN (SELECT 1) DO SELECT r; END FOR', 'SELECT 2'],
      ],
      [
        'IF is one statement, and the function is not',
        'IF a THEN SELECT 1; ELSE SELECT 2; END IF; SELECT IF(a, 1, 2); SELECT 3',
        ['IF a THEN SELECT 1; ELSE SELECT 2; END IF', 'SELECT IF(a, 1, 2)', 'SELECT 3'],
      ],
      [
        'a procedure is one statement, a function ends at its terminator',
        'CREATE OR REPLACE PROCEDURE d.p() BEGIN SELECT 1; SELECT 2; END; CREATE TEMP FUNCTION f() AS (1); SELECT 3',
        [
          'CREATE OR REPLACE PROCEDURE d.p() BEGIN SELECT 1; SELECT 2; END',
          'CREATE TEMP FUNCTION f() AS (1)',
          'SELECT 3',
        ],
      ],
    ],
    t,
  );
  t.end();
});
