import t from 'tap';
import { runTable, type Row } from './table.js';

void t.test('BigQuery statements are split according to the GoogleSQL documentation', (t) => {
  runTable(
    'bigquery',
    [
      [
        'a triple-quoted string contains single and double quotes',
        `SELECT '''a';''b''', """a";""b"""; SELECT 2`,
        [`SELECT '''a';''b''', """a";""b"""`, 'SELECT 2'],
      ],
      [
        'a triple-quoted string contains line breaks',
        "SELECT '''a\n;\n'''; SELECT 2",
        ["SELECT '''a\n;\n'''", 'SELECT 2'],
      ],
      ['two quotes are an empty string', `SELECT '', ""; SELECT 2`, [`SELECT '', ""`, 'SELECT 2']],
      ['a backslash escapes', "SELECT 'a\\';'; SELECT 2", ["SELECT 'a\\';'", 'SELECT 2']],
      [
        'a backslash keeps a raw string open',
        `SELECT r'\\';', rb"\\";"; SELECT 2`,
        [`SELECT r'\\';', rb"\\";"`, 'SELECT 2'],
      ],
      [
        'backticks quote identifiers',
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
      ['dollar signs do not quote', 'SELECT $$; SELECT 2', ['SELECT $$', 'SELECT 2']],
      [
        'brackets delimit arrays',
        "SELECT ['a;', 'b']; SELECT 2",
        ["SELECT ['a;', 'b']", 'SELECT 2'],
      ],
      [
        'a block with an exception handler is one statement',
        'BEGIN SELECT 1; EXCEPTION WHEN ERROR THEN SELECT 2; END; SELECT 3',
        ['BEGIN SELECT 1; EXCEPTION WHEN ERROR THEN SELECT 2; END', 'SELECT 3'],
      ],
      [
        'a transaction is not a block',
        'BEGIN; SELECT 1; COMMIT; BEGIN TRANSACTION; COMMIT TRANSACTION',
        ['BEGIN', 'SELECT 1', 'COMMIT', 'BEGIN TRANSACTION', 'COMMIT TRANSACTION'],
      ],
      [
        'DECLARE and SET outside a block are separate statements',
        'DECLARE x INT64 DEFAULT 1; SET x = 2; SELECT x',
        ['DECLARE x INT64 DEFAULT 1', 'SET x = 2', 'SELECT x'],
      ],
      [
        'a FOR loop is one statement',
        'FOR r IN (SELECT 1) DO SELECT r; END FOR; SELECT 2',
        ['FOR r IN (SELECT 1) DO SELECT r; END FOR', 'SELECT 2'],
      ],
      [
        'an IF statement is one statement and the IF function does not open a block',
        'IF a THEN SELECT 1; ELSE SELECT 2; END IF; SELECT IF(a, 1, 2); SELECT 3',
        ['IF a THEN SELECT 1; ELSE SELECT 2; END IF', 'SELECT IF(a, 1, 2)', 'SELECT 3'],
      ],
      [
        'a procedure is one statement and a function ends at its terminator',
        'CREATE OR REPLACE PROCEDURE d.p() BEGIN SELECT 1; SELECT 2; END; CREATE TEMP FUNCTION f() AS (1); SELECT 3',
        [
          'CREATE OR REPLACE PROCEDURE d.p() BEGIN SELECT 1; SELECT 2; END',
          'CREATE TEMP FUNCTION f() AS (1)',
          'SELECT 3',
        ],
      ],
      [
        'a transaction inside a block does not open a block',
        'BEGIN BEGIN TRANSACTION; INSERT INTO t VALUES (1); COMMIT TRANSACTION; END; SELECT 2',
        ['BEGIN BEGIN TRANSACTION; INSERT INTO t VALUES (1); COMMIT TRANSACTION; END', 'SELECT 2'],
      ],
      [
        'BEGIN followed by a terminator inside a block starts a transaction, any other BEGIN a block',
        'BEGIN BEGIN; SELECT 1; COMMIT; BEGIN SELECT 2; END; END; SELECT 3',
        ['BEGIN BEGIN; SELECT 1; COMMIT; BEGIN SELECT 2; END; END', 'SELECT 3'],
      ],
      [
        'a transaction in an exception handler or a branch does not open a block',
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
        'a label before another kind of statement does not open a block',
        'l: SELECT 1; a b: LOOP SELECT 2; END',
        ['l: SELECT 1', 'a b: LOOP SELECT 2', 'END'],
      ],
    ],
    t,
  );
  t.end();
});
