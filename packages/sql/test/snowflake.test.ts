import t from 'tap';
import { runTable } from './table.js';

void t.test('Snowflake', (t) => {
  runTable(
    'snowflake',
    [
      ['two slashes start a comment', "SELECT 1 // ';\n; SELECT 2", ["SELECT 1 // ';", 'SELECT 2']],
      [
        'a dollar quote has no tag',
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
        'a block that starts with a label is one statement',
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
        'a transaction is no block',
        'BEGIN; SELECT 1; COMMIT; BEGIN TRANSACTION; BEGIN WORK; BEGIN NAME a',
        ['BEGIN', 'SELECT 1', 'COMMIT', 'BEGIN TRANSACTION', 'BEGIN WORK', 'BEGIN NAME a'],
      ],
      [
        'the body of a procedure between dollars is text',
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
        'quotes in names double, and have no backslashes',
        'SELECT "a\\"; SELECT "b"";"',
        ['SELECT "a\\"', 'SELECT "b"";"'],
      ],
      [
        'block comments do not nest',
        'SELECT 1 /* /* ; */ ; SELECT 2',
        ['SELECT 1 /* /* ; */', 'SELECT 2'],
      ],
    ],
    t,
  );
  t.end();
});
