import { runTable, type Row } from './table.js';

/** Each is one statement although it contains terminators. */
const bodies: readonly (readonly [behaviour: string, statement: string])[] = [
  ['a block is one statement', 'CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END'],
  ['blocks nest', 'CREATE PROCEDURE p() BEGIN BEGIN SELECT 1; END; SELECT 2; END'],
  ['an empty block is closed', 'CREATE PROCEDURE p() BEGIN END'],
  [
    'a definer may precede a routine',
    'CREATE DEFINER=`root`@`localhost` PROCEDURE p() BEGIN SELECT 1; END',
  ],
  [
    'a definer may be unquoted',
    'CREATE DEFINER = admin@localhost FUNCTION f() RETURNS INT BEGIN RETURN 1; END',
  ],
  [
    'a definer may be named like a routine keyword',
    'CREATE DEFINER=event@h PROCEDURE p() BEGIN SELECT 1; END',
  ],
  [
    'a definer may be a call',
    'CREATE DEFINER=CURRENT_USER() TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @a=1; END',
  ],
  ['OR REPLACE may precede a routine', 'create or replace procedure p() begin select 1; end'],
  ['IF NOT EXISTS does not open a block', 'CREATE PROCEDURE IF NOT EXISTS p() BEGIN SELECT 1; END'],
  [
    'a trigger has a body',
    'CREATE TRIGGER t BEFORE UPDATE ON a FOR EACH ROW FOLLOWS u BEGIN SET NEW.x = 1; END',
  ],
  ['an event has a body', 'CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO BEGIN DELETE FROM t; END'],
  ['ALTER EVENT has a body', 'ALTER EVENT e DO BEGIN DELETE FROM t; END'],
  [
    'IF blocks close with END IF',
    'CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; ELSEIF b THEN SELECT 2; ELSE SELECT 3; END IF; SELECT 4; END',
  ],
  [
    'IF may nest after ELSE',
    'CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; ELSE IF b THEN SELECT 2; END IF; END IF; SELECT 4; END',
  ],
  [
    'IF may be a function',
    'CREATE PROCEDURE p() BEGIN SELECT IF(a, b, c); SET x = IF (a, 1, 2); END',
  ],
  [
    'IF may be a function in a condition',
    'CREATE PROCEDURE p() BEGIN IF IF(a, 1, 0) = 1 THEN SELECT 1; ELSEIF IF(b, 1, 0) THEN SELECT 2; END IF; SELECT CASE WHEN IF(a, 1, 0) THEN 1 END; END',
  ],
  [
    'IF EXISTS does not open a block',
    'CREATE PROCEDURE p() BEGIN DROP TABLE IF EXISTS t; CREATE TABLE IF NOT EXISTS t (a INT); END',
  ],
  [
    'IF may test a CASE',
    'CREATE PROCEDURE p() BEGIN IF CASE a WHEN 1 THEN 2 END THEN SELECT 1; END IF; END',
  ],
  [
    'LOOP closes with END LOOP',
    'CREATE PROCEDURE p() BEGIN l: LOOP SELECT 1; LEAVE l; END LOOP l; SELECT 2; END',
  ],
  [
    'WHILE closes with END WHILE',
    'CREATE PROCEDURE p() BEGIN WHILE a < 3 DO SET a = a + 1; END WHILE; SELECT 2; END',
  ],
  [
    'REPEAT closes with END REPEAT',
    'CREATE PROCEDURE p() BEGIN REPEAT SET a = a + 1; UNTIL a > 3 END REPEAT; SELECT 2; END',
  ],
  ['REPEAT may be a function', "CREATE PROCEDURE p() BEGIN SELECT REPEAT('a;', 3); END"],
  [
    'FOR closes with END FOR',
    'CREATE PROCEDURE p() BEGIN FOR i IN 1..3 DO SELECT i; END FOR; SELECT 2; END',
  ],
  [
    'a CASE statement closes with END CASE',
    'CREATE PROCEDURE p() BEGIN CASE a WHEN 1 THEN SELECT 1; ELSE BEGIN END; END CASE; SELECT 2; END',
  ],
  [
    'a CASE expression closes with END',
    'CREATE PROCEDURE p() BEGIN SELECT CASE WHEN a THEN 1 ELSE 2 END; SELECT 2; END',
  ],
  [
    'a CASE expression may stand in parentheses',
    'CREATE PROCEDURE p() BEGIN SET x = (CASE WHEN a THEN 1 END); SELECT 2; END',
  ],
  ['a label may touch BEGIN', 'CREATE PROCEDURE p() l:BEGIN SELECT 1; LEAVE l; END l'],
  [
    'END may be an identifier',
    'CREATE PROCEDURE p() BEGIN SELECT start, end FROM t WHERE end > 1 AND t.end < 2; SET @end = 1; END',
  ],
  [
    'END may be an alias',
    'CREATE PROCEDURE p() BEGIN SELECT CASE WHEN 1 THEN 2 END AS end; SELECT 2; END',
  ],
  [
    'BEGIN may be an identifier',
    'CREATE PROCEDURE p() BEGIN SELECT begin FROM t; INSERT INTO t (begin, end) VALUES (1, 2); END',
  ],
  [
    'a handler may have a block',
    'CREATE PROCEDURE p() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; END; DECLARE c CURSOR FOR SELECT 1; SELECT 1; END',
  ],
  [
    'a handler may name an SQLSTATE',
    "CREATE PROCEDURE p() BEGIN DECLARE CONTINUE HANDLER FOR SQLSTATE '02000' BEGIN SET a = 1; END; SELECT 1; END",
  ],
  [
    'a handler may have a single statement',
    'CREATE PROCEDURE p() BEGIN DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; SELECT 1; END',
  ],
  [
    'a handler may have an IF statement',
    'CREATE PROCEDURE p() BEGIN DECLARE CONTINUE HANDLER FOR NOT FOUND IF a THEN SET b = 1; END IF; SELECT 1; END',
  ],
  [
    'a body may be a single IF statement',
    'CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW IF NEW.x THEN SET NEW.y = 1; END IF',
  ],
  [
    'a body may be a single loop',
    'CREATE PROCEDURE p(a INT) WHILE a > 0 DO SET a = a - 1; END WHILE',
  ],
  ['a body may be a single labelled loop', 'CREATE PROCEDURE p() l: LOOP LEAVE l; END LOOP l'],
  [
    'a body may be a single REPEAT statement',
    'CREATE PROCEDURE p() REPEAT SET @a = 1; UNTIL 1 END REPEAT',
  ],
  [
    'a body may be a single CASE statement',
    'CREATE PROCEDURE p() CASE @a WHEN 1 THEN SELECT 1; END CASE',
  ],
  [
    'keywords in quotes and comments are ignored',
    'CREATE PROCEDURE p() BEGIN SELECT \'END;\', `end;`, "END"; -- END;\n SELECT 2; END',
  ],
  [
    'a comment may stand inside END IF',
    'CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; END /* ; */ IF; SELECT 2; END',
  ],
  [
    'a missing parenthesis does not hide the end of a body',
    'CREATE PROCEDURE p() BEGIN SELECT (1; END',
  ],
  ['BEGIN NOT ATOMIC is one statement', 'BEGIN NOT ATOMIC SELECT 1; SELECT 2; END'],
  [
    'blocks nest in BEGIN NOT ATOMIC',
    'BEGIN NOT ATOMIC BEGIN SELECT 1; END; IF a THEN SELECT 2; END IF; END',
  ],
  [
    'an IF statement outside routines is one statement',
    'IF a THEN SELECT 1; ELSE SELECT 2; END IF',
  ],
  ['a loop outside routines is one statement', 'WHILE a DO SELECT 1; END WHILE'],
  [
    'a trigger may be written in version comments',
    '/*!50003 CREATE*/ /*!50017 DEFINER=`a`@`b`*/ /*!50003 TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @a = 1; END */',
  ],
  ['a version number may touch its keyword', '/*!50003CREATE PROCEDURE p() BEGIN SELECT 1; END */'],
  [
    'a package specification is one statement',
    'CREATE OR REPLACE PACKAGE k AS a INT := 1; PROCEDURE p(b INT); FUNCTION f RETURN INT; END',
  ],
  [
    'a package body is one statement',
    'CREATE DEFINER=a@b PACKAGE BODY IF NOT EXISTS k AS a INT; PROCEDURE p(b INT) AS c INT; BEGIN SELECT 1; IF b THEN SELECT 2; END IF; END; FUNCTION f RETURN INT IS BEGIN RETURN 1; END f; END',
  ],
  [
    'a package body may have forward declarations and an initialisation section',
    "CREATE PACKAGE BODY k COMMENT 'a;' IS PROCEDURE p; PROCEDURE q AS PROCEDURE r AS BEGIN NULL; END; BEGIN CALL r; END; PROCEDURE p AS BEGIN CALL q; END; BEGIN CALL p; SET @a = 1; END k",
  ],
  [
    'an alias and IS NULL do not start declarations',
    'CREATE PROCEDURE p() BEGIN SELECT 1 AS a; SELECT a IS NULL; END',
  ],
  [
    'a function that returns an IS NULL comparison has no declarations',
    'CREATE FUNCTION f(a INT) RETURNS INT RETURN a IS NULL',
  ],
  ['a body of one query has no declarations', 'CREATE PROCEDURE p() SELECT 1 AS a'],
  [
    'SET STATEMENT may precede a block of MariaDB',
    'SET STATEMENT max_statement_time=5 FOR BEGIN NOT ATOMIC SELECT 1; SELECT 2; END',
  ],
  [
    'SET STATEMENT may precede a routine',
    'SET STATEMENT max_statement_time=5 FOR CREATE OR REPLACE PROCEDURE p() BEGIN SELECT 3; SELECT 4; END',
  ],
  [
    'SET STATEMENT may precede every kind of block',
    'SET STATEMENT max_statement_time=5 FOR IF 1 THEN SELECT 5; END IF',
  ],
  [
    'SET STATEMENT may nest, and FOR may be part of a subquery',
    'SET STATEMENT a=(SELECT 1 FOR UPDATE), b=2 FOR SET STATEMENT c=1 FOR BEGIN NOT ATOMIC SELECT 1; END',
  ],
  [
    'SET STATEMENT in Oracle mode may precede a plain block',
    'SET STATEMENT a=1 FOR DECLARE b INT; BEGIN SELECT 1; END',
  ],
  [
    'SET STATEMENT may be a statement of a block',
    'CREATE PROCEDURE p() BEGIN SET STATEMENT a=1 FOR BEGIN NOT ATOMIC SELECT 1; END; SELECT 3; END',
  ],
  ['a label of Oracle mode may precede a block', '<<lab>> BEGIN SELECT 7; SELECT 8; END'],
  [
    'a label of Oracle mode may precede declarations',
    '<<lab>>\nDECLARE a INT; BEGIN SELECT 9; END lab',
  ],
  [
    'a label of Oracle mode may precede a block in a block',
    'BEGIN <<x>> BEGIN SELECT 11; END x; SELECT 2; END',
  ],
  [
    'a label of Oracle mode may precede loops',
    'CREATE PROCEDURE p AS BEGIN <<x>> LOOP SELECT 1; EXIT x; END LOOP x; <<y>> FOR i IN 1..2 LOOP SELECT 1; END LOOP; << w >> WHILE 0 LOOP NULL; END LOOP; END',
  ],
  [
    'a label of Oracle mode may be quoted',
    'CREATE PROCEDURE p IS a INT; BEGIN IF 1 THEN <<`y;`>> BEGIN NULL; END; END IF; END',
  ],
  [
    'shifted bits are not a label',
    'CREATE PROCEDURE p() BEGIN SELECT 1 << a >> begin; SELECT 3; END',
  ],
];

runTable(
  'mysql',
  bodies.map(([name, one]): Row => [
    name,
    `SELECT 0; ${one}; SELECT 9`,
    ['SELECT 0', one, 'SELECT 9'],
  ]),
);
