import t from 'tap';
import { runTable, type Row } from './table.js';

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
      [
        'a transaction inside a block is no block',
        'BEGIN BEGIN TRANSACTION; INSERT INTO t VALUES (1); COMMIT TRANSACTION; END; SELECT 2',
        ['BEGIN BEGIN TRANSACTION; INSERT INTO t VALUES (1); COMMIT TRANSACTION; END', 'SELECT 2'],
      ],
      [
        'BEGIN alone inside a block begins a transaction, another one a block',
        'BEGIN BEGIN; SELECT 1; COMMIT; BEGIN SELECT 2; END; END; SELECT 3',
        ['BEGIN BEGIN; SELECT 1; COMMIT; BEGIN SELECT 2; END; END', 'SELECT 3'],
      ],
      [
        'a transaction in an exception handler and in a branch is no block',
        'BEGIN IF a THEN BEGIN TRANSACTION; COMMIT; END IF; EXCEPTION WHEN ERROR THEN BEGIN; ROLLBACK; END; SELECT 2',
        [
          'BEGIN IF a THEN BEGIN TRANSACTION; COMMIT; END IF; EXCEPTION WHEN ERROR THEN BEGIN; ROLLBACK; END',
          'SELECT 2',
        ],
      ],
      ...[
        'l: LOOP SELECT 1; BREAK l; END LOOP l',
        'l: BEGIN SELECT 1; LEAVE l; SELECT 2; END l',
        'l: WHILE a DO SELECT 1; END WHILE l',
        'l: REPEAT SELECT 1; UNTIL a END REPEAT l',
        'l: FOR r IN (SELECT 1) DO SELECT r; END FOR l',
        '`l;`: LOOP SELECT 1; END LOOP `l;`',
        'l /* a */ : -- b;\n LOOP SELECT 1; END LOOP',
        'begin_: BEGIN loop: LOOP SELECT 1; BREAK loop; END LOOP loop; SELECT 2; END begin_',
        'l: BEGIN BEGIN TRANSACTION; m: BEGIN SELECT 1; END m; COMMIT; END',
      ].map((labelled): Row => [
        `a label belongs to its statement: ${labelled}`,
        `SELECT 0; ${labelled}; SELECT 3`,
        ['SELECT 0', labelled, 'SELECT 3'],
      ]),
      [
        'what looks like a label before another statement holds nothing',
        'l: SELECT 1; a b: LOOP SELECT 2; END',
        ['l: SELECT 1', 'a b: LOOP SELECT 2', 'END'],
      ],
    ],
    t,
  );
  t.end();
});
