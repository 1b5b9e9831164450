import t from 'tap';
import { runTable, type Row } from './table.js';

/** Each is one statement although it contains terminators. */
const blocks: readonly string[] = [
  'BEGIN BEGIN TRANSACTION; INSERT INTO t VALUES (1); COMMIT; END',
  'BEGIN BEGIN; INSERT INTO t VALUES (1); COMMIT; END',
  'BEGIN BEGIN WORK; INSERT INTO t VALUES (1); COMMIT WORK; END',
  'BEGIN BEGIN NAME t1; INSERT INTO t VALUES (1); COMMIT; END',
  'BEGIN BEGIN TRANSACTION NAME t1; COMMIT; BEGIN SELECT 1; END; SELECT 2; END',
  'BEGIN BEGIN name := 1; SELECT :name; END; work := 2; END',
  'BEGIN name := 1; RETURN name; END',
  'CREATE PROCEDURE p() RETURNS INT AS BEGIN BEGIN TRANSACTION; COMMIT; RETURN 1; END',
  'BEGIN CASE (a) WHEN 1 THEN x := 2; ELSE x := 1; END; RETURN x; END',
  'BEGIN CASE WHEN a THEN x := CASE WHEN b THEN 1 END; ELSE BEGIN x := 1; END; END CASE; RETURN x; END',
  'BEGIN CASE (a) WHEN 1 THEN CASE (b) WHEN 2 THEN x := 1; END; END; RETURN CASE WHEN a THEN 1 END; END',
  'DECLARE p PROCEDURE() RETURNS INT AS BEGIN RETURN 1; END; BEGIN CALL p(); END',
  'DECLARE a INT; p PROCEDURE(b INT) RETURNS INT AS DECLARE c INT; BEGIN RETURN 1; END; d INT; BEGIN CALL p(1); END',
  "DECLARE p PROCEDURE() RETURNS INT LANGUAGE SQL AS 'BEGIN RETURN 1; END;'; BEGIN CALL p(); END",
  'CREATE PROCEDURE q() RETURNS INT AS DECLARE p PROCEDURE() RETURNS INT AS BEGIN RETURN 1; END; "r" PROCEDURE() RETURNS INT AS BEGIN RETURN 2; END; BEGIN CALL p(); RETURN 1; END',
  'BEGIN DECLARE p PROCEDURE() RETURNS INT AS BEGIN RETURN 1; END; BEGIN CALL p(); END; RETURN 2; END',
  'BEGIN CREATE OR REPLACE PROCEDURE p() RETURNS INT AS BEGIN RETURN 1; END; CREATE TABLE t (a INT); SELECT 2; END',
  'CREATE SECURE PROCEDURE p() RETURNS INT AS BEGIN RETURN 1; END',
  'CREATE OR REPLACE TEMP SECURE PROCEDURE p() RETURNS INT AS BEGIN SELECT 1; RETURN 1; END',
  "CREATE OR REPLACE ALERT a WAREHOUSE = w SCHEDULE = '1 minute' IF (EXISTS (SELECT 1)) THEN BEGIN INSERT INTO t VALUES (1); INSERT INTO t VALUES (2); END",
  'ALTER ALERT a MODIFY ACTION BEGIN SELECT 1; SELECT 2; END',
  'WITH p AS PROCEDURE() RETURNS INT LANGUAGE SQL AS BEGIN SELECT 1; RETURN 1; END CALL p()',
  'WITH p AS PROCEDURE(a INT) RETURNS INT LANGUAGE SQL AS $$ BEGIN RETURN 1; END; $$ CALL p(1)',
  'BEGIN FOR i IN 1 TO 3 LOOP x := i; END LOOP begin; RETURN x; END',
];

void t.test('Snowflake statements are split according to the Snowflake documentation', (t) => {
  runTable(
    'snowflake',
    [
      [
        'a comment with text after a carriage return is sent, because it may be a statement',
        'SELECT 1; -- a\rSELECT 2; x\n; -- b\r\n; -- c\r ',
        ['SELECT 1', '-- a\rSELECT 2; x'],
      ],
      ['two slashes start a comment', "SELECT 1 // ';\n; SELECT 2", ["SELECT 1 // ';", 'SELECT 2']],
      [
        'a dollar quote cannot have a tag',
        'SELECT $$;$$, $a$; SELECT 2',
        ['SELECT $$;$$, $a$', 'SELECT 2'],
      ],
      ['a backslash escapes', "SELECT '\\';'; SELECT 2", ["SELECT '\\';'", 'SELECT 2']],
      [
        'a block is one statement',
        'BEGIN SELECT 1; END; SELECT 2',
        ['BEGIN SELECT 1; END', 'SELECT 2'],
      ],
      [
        'a block that starts with a parenthesis is one statement',
        'BEGIN (SELECT 1); SELECT 2; END; SELECT 3',
        ['BEGIN (SELECT 1); SELECT 2; END', 'SELECT 3'],
      ],
      [
        'declarations belong to their block',
        'DECLARE a INT; BEGIN a := 1; BEGIN RETURN a; END; END; SELECT 2',
        ['DECLARE a INT; BEGIN a := 1; BEGIN RETURN a; END; END', 'SELECT 2'],
      ],
      [
        'declarations in a procedure belong to it',
        'CREATE PROCEDURE p() RETURNS INT AS DECLARE a INT; BEGIN RETURN 1; END; SELECT 2',
        ['CREATE PROCEDURE p() RETURNS INT AS DECLARE a INT; BEGIN RETURN 1; END', 'SELECT 2'],
      ],
      [
        'a transaction is not a block',
        'BEGIN; SELECT 1; COMMIT; BEGIN TRANSACTION; BEGIN WORK; BEGIN NAME a',
        ['BEGIN', 'SELECT 1', 'COMMIT', 'BEGIN TRANSACTION', 'BEGIN WORK', 'BEGIN NAME a'],
      ],
      [
        'a dollar-quoted procedure body is text',
        "CREATE PROCEDURE p() RETURNS INT LANGUAGE SQL AS $$ BEGIN LET s := 'a;'; RETURN 1; END $$; CALL p()",
        [
          "CREATE PROCEDURE p() RETURNS INT LANGUAGE SQL AS $$ BEGIN LET s := 'a;'; RETURN 1; END $$",
          'CALL p()',
        ],
      ],
      [
        'a block with branches, loops and handlers is one statement',
        "BEGIN IF (a > 1) THEN b := 1; ELSEIF (a > 0) THEN b := 2; ELSE b := 3; END IF; FOR i IN 1 TO 3 DO c := c + i; END FOR; WHILE (c < 9) DO c := c + 1; END WHILE; CASE (x) WHEN 1 THEN y := 1; ELSE y := 2; END CASE; EXCEPTION WHEN OTHER THEN RETURN 'e'; END; SELECT 2",
        [
          "BEGIN IF (a > 1) THEN b := 1; ELSEIF (a > 0) THEN b := 2; ELSE b := 3; END IF; FOR i IN 1 TO 3 DO c := c + i; END FOR; WHILE (c < 9) DO c := c + 1; END WHILE; CASE (x) WHEN 1 THEN y := 1; ELSE y := 2; END CASE; EXCEPTION WHEN OTHER THEN RETURN 'e'; END",
          'SELECT 2',
        ],
      ],
      [
        'quotes double in identifiers and backslashes do not escape',
        'SELECT "a\\"; SELECT "b"";"',
        ['SELECT "a\\"', 'SELECT "b"";"'],
      ],
      [
        'block comments do not nest',
        'SELECT 1 /* /* ; */ ; SELECT 2',
        ['SELECT 1 /* /* ; */', 'SELECT 2'],
      ],
      ...blocks.map((one): Row => [
        `one statement: ${one}`,
        `SELECT 0; ${one}; SELECT 9`,
        ['SELECT 0', one, 'SELECT 9'],
      ]),
      [
        'WITH before a query does not open a block',
        'WITH procedure AS (SELECT 1) SELECT begin FROM procedure; WITH p AS procedure; SELECT 2',
        [
          'WITH procedure AS (SELECT 1) SELECT begin FROM procedure',
          'WITH p AS procedure',
          'SELECT 2',
        ],
      ],
      [
        'an alert or task with a single-statement action ends at its terminator',
        "CREATE ALERT a SCHEDULE = '1 minute' IF (EXISTS (SELECT 1)) THEN INSERT INTO t VALUES (1); CREATE TASK t AS INSERT INTO a SELECT CASE WHEN b THEN 1 END FROM c; SELECT 2",
        [
          "CREATE ALERT a SCHEDULE = '1 minute' IF (EXISTS (SELECT 1)) THEN INSERT INTO t VALUES (1)",
          'CREATE TASK t AS INSERT INTO a SELECT CASE WHEN b THEN 1 END FROM c',
          'SELECT 2',
        ],
      ],
      [
        'a path does not contain comments',
        'put file:///tmp/a @s; get @db."a;b"./x//y file:///tmp/; SELECT 2',
        ['put file:///tmp/a @s', 'get @db."a;b"./x//y file:///tmp/', 'SELECT 2'],
      ],
      [
        'slashes and dashes in a stage path do not start a comment',
        'PUT FILE:///tmp/*.csv @~/a--b; LIST @%t//c; SELECT $1 FROM (SELECT $1 FROM @s//d); SELECT 2',
        [
          'PUT FILE:///tmp/*.csv @~/a--b',
          'LIST @%t//c',
          'SELECT $1 FROM (SELECT $1 FROM @s//d)',
          'SELECT 2',
        ],
      ],
      [
        'two slashes after white space or a terminator start a comment',
        'LS @s // a; b\n; LS @s;// c; d\nSELECT file://e; f',
        ['LS @s // a; b', 'LS @s', '// c; d\nSELECT file://e', 'f'],
      ],
    ],
    t,
  );
  t.end();
});
