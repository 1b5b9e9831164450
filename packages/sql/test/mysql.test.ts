import { runTable, type Row } from './table.js';

/** Each is one statement: terminators inside belong to a body. */
const bodies: readonly (readonly [behaviour: string, statement: string])[] = [
  ['a block is one statement', 'CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END'],
  ['blocks nest', 'CREATE PROCEDURE p() BEGIN BEGIN SELECT 1; END; SELECT 2; END'],
  ['an empty block closes', 'CREATE PROCEDURE p() BEGIN END'],
  [
    'a definer may stand before',
    'CREATE DEFINER=`root`@`localhost` PROCEDURE p() BEGIN SELECT 1; END',
  ],
  [
    'a definer may be bare',
    'CREATE DEFINER = admin@localhost FUNCTION f() RETURNS INT BEGIN RETURN 1; END',
  ],
  [
    'a definer may be named like a routine',
    'CREATE DEFINER=event@h PROCEDURE p() BEGIN SELECT 1; END',
  ],
  [
    'a definer may be a call',
    'CREATE DEFINER=CURRENT_USER() TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @a=1; END',
  ],
  ['OR REPLACE may stand before', 'create or replace procedure p() begin select 1; end'],
  ['IF NOT EXISTS opens nothing', 'CREATE PROCEDURE IF NOT EXISTS p() BEGIN SELECT 1; END'],
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
    'IF EXISTS opens nothing',
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
  ['a label may touch its block', 'CREATE PROCEDURE p() l:BEGIN SELECT 1; LEAVE l; END l'],
  [
    'END may be a name',
    'CREATE PROCEDURE p() BEGIN SELECT start, end FROM t WHERE end > 1 AND t.end < 2; SET @end = 1; END',
  ],
  [
    'END may be an alias',
    'CREATE PROCEDURE p() BEGIN SELECT CASE WHEN 1 THEN 2 END AS end; SELECT 2; END',
  ],
  [
    'BEGIN may be a name',
    'CREATE PROCEDURE p() BEGIN SELECT begin FROM t; INSERT INTO t (begin, end) VALUES (1, 2); END',
  ],
  [
    'a handler may have a block',
    'CREATE PROCEDURE p() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; END; DECLARE c CURSOR FOR SELECT 1; SELECT 1; END',
  ],
  [
    'a handler may have a state',
    "CREATE PROCEDURE p() BEGIN DECLARE CONTINUE HANDLER FOR SQLSTATE '02000' BEGIN SET a = 1; END; SELECT 1; END",
  ],
  [
    'a handler may have no block',
    'CREATE PROCEDURE p() BEGIN DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; SELECT 1; END',
  ],
  [
    'a handler may have an IF',
    'CREATE PROCEDURE p() BEGIN DECLARE CONTINUE HANDLER FOR NOT FOUND IF a THEN SET b = 1; END IF; SELECT 1; END',
  ],
  [
    'a body may be an IF alone',
    'CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW IF NEW.x THEN SET NEW.y = 1; END IF',
  ],
  [
    'a body may be a loop alone',
    'CREATE PROCEDURE p(a INT) WHILE a > 0 DO SET a = a - 1; END WHILE',
  ],
  ['a body may be a labelled loop alone', 'CREATE PROCEDURE p() l: LOOP LEAVE l; END LOOP l'],
  ['a body may be a REPEAT alone', 'CREATE PROCEDURE p() REPEAT SET @a = 1; UNTIL 1 END REPEAT'],
  ['a body may be a CASE alone', 'CREATE PROCEDURE p() CASE @a WHEN 1 THEN SELECT 1; END CASE'],
  [
    'words in quotes are no words',
    'CREATE PROCEDURE p() BEGIN SELECT \'END;\', `end;`, "END"; -- END;\n SELECT 2; END',
  ],
  [
    'a comment may stand inside END IF',
    'CREATE PROCEDURE p() BEGIN IF a THEN SELECT 1; END /* ; */ IF; SELECT 2; END',
  ],
  ['a forgotten parenthesis does not hide the end', 'CREATE PROCEDURE p() BEGIN SELECT (1; END'],
  ['BEGIN NOT ATOMIC is one statement', 'BEGIN NOT ATOMIC SELECT 1; SELECT 2; END'],
  [
    'blocks nest in BEGIN NOT ATOMIC',
    'BEGIN NOT ATOMIC BEGIN SELECT 1; END; IF a THEN SELECT 2; END IF; END',
  ],
  ['an IF outside routines is one statement', 'IF a THEN SELECT 1; ELSE SELECT 2; END IF'],
  ['a loop outside routines is one statement', 'WHILE a DO SELECT 1; END WHILE'],
  [
    'a trigger may stand in version comments',
    '/*!50003 CREATE*/ /*!50017 DEFINER=`a`@`b`*/ /*!50003 TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @a = 1; END */',
  ],
  ['a version may touch its word', '/*!50003CREATE PROCEDURE p() BEGIN SELECT 1; END */'],
  [
    'a package of routines is one statement',
    'CREATE OR REPLACE PACKAGE k AS a INT := 1; PROCEDURE p(b INT); FUNCTION f RETURN INT; END',
  ],
  [
    'the body of a package is one statement',
    'CREATE DEFINER=a@b PACKAGE BODY IF NOT EXISTS k AS a INT; PROCEDURE p(b INT) AS c INT; BEGIN SELECT 1; IF b THEN SELECT 2; END IF; END; FUNCTION f RETURN INT IS BEGIN RETURN 1; END f; END',
  ],
  [
    'the body of a package may have declarations ahead and an initialisation',
    "CREATE PACKAGE BODY k COMMENT 'a;' IS PROCEDURE p; PROCEDURE q AS PROCEDURE r AS BEGIN NULL; END; BEGIN CALL r; END; PROCEDURE p AS BEGIN CALL q; END; BEGIN CALL p; SET @a = 1; END k",
  ],
  [
    'an alias or a test for NULL starts no declarations',
    'CREATE PROCEDURE p() BEGIN SELECT 1 AS a; SELECT a IS NULL; END',
  ],
  [
    'a routine in a comparison has no declarations',
    'CREATE FUNCTION f(a INT) RETURNS INT RETURN a IS NULL',
  ],
  ['a body of one query has no declarations', 'CREATE PROCEDURE p() SELECT 1 AS a'],
];

const rows: readonly Row[] = [
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
    'doubled quotes stay in a string',
    'SELECT \'a\'\';b\', "a"";b"; SELECT 2',
    ['SELECT \'a\'\';b\', "a"";b"', 'SELECT 2'],
  ],
  ['a backslash is plain in backticks', 'SELECT `a\\`; SELECT 2', ['SELECT `a\\`', 'SELECT 2']],
  ['doubled backticks stay in a name', 'SELECT `a``;b`; SELECT 2', ['SELECT `a``;b`', 'SELECT 2']],
  [
    'introducers change nothing',
    "SELECT _utf8'a;', N'b;', X'41'; SELECT 2",
    ["SELECT _utf8'a;', N'b;', X'41'", 'SELECT 2'],
  ],
  [
    'a dollar quotes nothing',
    'SELECT $$; SELECT a$b$; SELECT 3',
    ['SELECT $$', 'SELECT a$b$', 'SELECT 3'],
  ],
  ['an unterminated string goes to the end', "SELECT 'a\\'; SELECT 2", ["SELECT 'a\\'; SELECT 2"]],
  ['a bracket quotes nothing', 'SELECT [a; b]', ['SELECT [a', 'b]']],
  ['parentheses hold nothing', 'SELECT (1; SELECT 2)', ['SELECT (1', 'SELECT 2)']],

  [
    'two dashes and a space start a comment',
    'SELECT 1 -- ;\n; SELECT 2',
    ['SELECT 1 -- ;', 'SELECT 2'],
  ],
  ['two dashes alone do not', 'SELECT 5--1; SELECT 2', ['SELECT 5--1', 'SELECT 2']],
  ['two dashes may end the line', 'SELECT 1 --\n; SELECT 2', ['SELECT 1 --', 'SELECT 2']],
  ['two dashes may end the text', 'SELECT 1; --', ['SELECT 1']],
  ['a hash starts a comment', "SELECT 1 #;'\n; SELECT 2", ["SELECT 1 #;'", 'SELECT 2']],
  ['a carriage return does not end a comment', '-- a\rSELECT 1;', []],
  [
    'block comments do not nest',
    'SELECT /* /* ; */ 1; SELECT 2',
    ['SELECT /* /* ; */ 1', 'SELECT 2'],
  ],
  ['a plain comment is no statement', '/* a */; SELECT 1', ['SELECT 1']],
  [
    'a version comment is a statement',
    '/*!40101 SET x=1 */; SELECT 1',
    ['/*!40101 SET x=1 */', 'SELECT 1'],
  ],
  ['MariaDB’s version comment is one too', '/*M!100100 SET x=1 */;', ['/*M!100100 SET x=1 */']],
  ['a hint is a statement', '/*+ a */; SELECT 1', ['/*+ a */', 'SELECT 1']],
  [
    'a version comment holds terminators',
    '/*! SELECT 1; */ ; SELECT 2',
    ['/*! SELECT 1; */', 'SELECT 2'],
  ],
  [
    'quotes count in a version comment',
    "/*! SELECT '*/;' */; SELECT 2",
    ["/*! SELECT '*/;' */", 'SELECT 2'],
  ],
  [
    'a comment may stand in a version comment',
    '/*! SELECT /* ; */ 1; */; SELECT 2',
    ['/*! SELECT /* ; */ 1; */', 'SELECT 2'],
  ],
  [
    'an unterminated version comment goes to the end',
    '/*! SELECT 1; SELECT 2',
    ['/*! SELECT 1; SELECT 2'],
  ],

  [
    'a transaction is separate statements',
    'BEGIN; SELECT 1; COMMIT;',
    ['BEGIN', 'SELECT 1', 'COMMIT'],
  ],
  [
    'BEGIN WORK opens no block',
    'BEGIN WORK; SELECT 1; COMMIT;',
    ['BEGIN WORK', 'SELECT 1', 'COMMIT'],
  ],
  [
    'XA BEGIN opens no block',
    "XA BEGIN 'a'; SELECT 1; XA END 'a'",
    ["XA BEGIN 'a'", 'SELECT 1', "XA END 'a'"],
  ],
  [
    'START TRANSACTION opens no block',
    'START TRANSACTION; SELECT 1; COMMIT',
    ['START TRANSACTION', 'SELECT 1', 'COMMIT'],
  ],
  [
    'CASE outside a body holds nothing',
    'SELECT CASE WHEN 1 THEN 2; SELECT 3',
    ['SELECT CASE WHEN 1 THEN 2', 'SELECT 3'],
  ],
  [
    'a body of one statement has no block',
    'CREATE PROCEDURE p() SELECT CASE WHEN 1 THEN 2 END; SELECT 3',
    ['CREATE PROCEDURE p() SELECT CASE WHEN 1 THEN 2 END', 'SELECT 3'],
  ],
  [
    'a view with a definer has no block',
    'CREATE DEFINER=a@b SQL SECURITY DEFINER VIEW v AS SELECT event, begin FROM t; SELECT 2',
    ['CREATE DEFINER=a@b SQL SECURITY DEFINER VIEW v AS SELECT event, begin FROM t', 'SELECT 2'],
  ],
  [
    'a table named like a routine has no block',
    'CREATE TABLE event (begin INT); SELECT begin FROM trigger_log',
    ['CREATE TABLE event (begin INT)', 'SELECT begin FROM trigger_log'],
  ],
  [
    'a loaded function has no block',
    "CREATE FUNCTION f RETURNS STRING SONAME 'a.so'; SELECT 2",
    ["CREATE FUNCTION f RETURNS STRING SONAME 'a.so'", 'SELECT 2'],
  ],
  [
    'a block that is not closed goes to the end',
    'CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2;',
    ['CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2;'],
  ],

  [
    'DELIMITER changes the terminator',
    'DELIMITER //\nSELECT 1; SELECT 2//\nDELIMITER ;\nSELECT 3; SELECT 4',
    ['SELECT 1', 'SELECT 2', 'SELECT 3', 'SELECT 4'],
  ],
  [
    'DELIMITER may be in any case',
    'delimiter $$\nSELECT 1;$$\nDelimiter ;\nSELECT 2;',
    ['SELECT 1', 'SELECT 2'],
  ],
  ['DELIMITER alone makes no statement', 'DELIMITER //', []],
  [
    'a delimiter may touch a word',
    'DELIMITER $$\nCREATE PROCEDURE p() BEGIN SELECT 1; END$$\nSELECT a$b$$',
    ['CREATE PROCEDURE p() BEGIN SELECT 1; END', 'SELECT a$b'],
  ],
  [
    'a delimiter may hold the old one',
    'DELIMITER ;;\nCREATE PROCEDURE p() BEGIN ;; SELECT 2;;\nDELIMITER ;\nSELECT 3;',
    ['CREATE PROCEDURE p() BEGIN', 'SELECT 2', 'SELECT 3'],
  ],
  [
    'a delimiter that is a word needs its bounds',
    'DELIMITER go\nSELECT category; SELECT gone\ngo\nSELECT 2 go',
    ['SELECT category', 'SELECT gone', 'SELECT 2'],
  ],
  ['a delimiter may be quoted', 'DELIMITER "//"\nSELECT 1//', ['SELECT 1']],
  [
    'a delimiter ends at white space',
    'DELIMITER // now\r\nSELECT 1// SELECT 2//',
    ['SELECT 1', 'SELECT 2'],
  ],
  [
    'a delimiter may be a comment’s mark',
    'DELIMITER #\nSELECT 1;# SELECT 2#',
    ['SELECT 1', 'SELECT 2'],
  ],
  [
    'a delimiter in quotes does not split',
    "DELIMITER //\nSELECT '//', `//` -- //\n//",
    ["SELECT '//', `//` -- //"],
  ],
  [
    'a delimiter ends what a block leaves open',
    'DELIMITER //\nCREATE PROCEDURE p() BEGIN // SELECT 2',
    ['CREATE PROCEDURE p() BEGIN', 'SELECT 2'],
  ],
  [
    'several statements under one delimiter are told apart as by the server',
    'DELIMITER $$\nDROP PROCEDURE IF EXISTS p; CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END; /* a; */ DROP PROCEDURE q;;\nCREATE FUNCTION q() RETURNS INT RETURN 1 $$\nDELIMITER ;\nSELECT 3;',
    [
      'DROP PROCEDURE IF EXISTS p',
      'CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END',
      '/* a; */ DROP PROCEDURE q',
      'CREATE FUNCTION q() RETURNS INT RETURN 1',
      'SELECT 3',
    ],
  ],
  ...[
    'CREATE PROCEDURE p AS a INT; BEGIN SELECT 1; END',
    'CREATE OR REPLACE PROCEDURE p(a INT) AS b INT; CURSOR c IS SELECT 1; BEGIN FOR i IN c LOOP SELECT i; END LOOP; EXCEPTION WHEN OTHERS THEN SELECT 2; END',
    'CREATE FUNCTION f(a INT) RETURN INT IS b INT; BEGIN RETURN a; END',
    'CREATE PROCEDURE p AS BEGIN SELECT 1; SELECT 2; END p',
    'DECLARE a INT; BEGIN SELECT 1; IF a THEN SELECT 2; END IF; END',
    'BEGIN SELECT 1; SELECT 2; END',
    'FOR i IN 1..3 DO SELECT i; END FOR',
    'CREATE FUNCTION f() RETURNS INT LANGUAGE JAVASCRIPT AS $$ let a = 1; return a; $$',
  ].map((one): Row => [
    `one statement under a delimiter: ${one}`,
    `DELIMITER //\n${one};\n//\nSELECT 1; SELECT 2//`,
    [one.endsWith('$$') ? `${one};` : one, 'SELECT 1', 'SELECT 2'],
  ]),

  ['a line of dashes before a statement is not sent', '------------\nSELECT 1', ['SELECT 1']],
  [
    'two dashes at the start need no space after them, and what is before them is not sent',
    'SELECT 0;\n  -- a\n/* b */ --Hello; SELECT 5\n\n-----\n  SELECT 1 --1; --x\n#y\n; --z',
    ['SELECT 0', 'SELECT 1 --1'],
  ],
  [
    'two dashes inside a statement are operators',
    'SELECT 1\n--2;SELECT 3',
    ['SELECT 1\n--2', 'SELECT 3'],
  ],
  [
    'a line of dashes before a statement is not sent under a delimiter',
    'DELIMITER //\n--a//\nSELECT 1//\n--b\nDELIMITER ;\n--c\nSELECT 2; SELECT 3',
    ['SELECT 1', 'SELECT 2', 'SELECT 3'],
  ],
  [
    'two dashes in a version comment are code',
    '/*!50000 --1 */; SELECT 2',
    ['/*!50000 --1 */', 'SELECT 2'],
  ],

  [
    '\\G and \\g end a statement, a body or not',
    'SELECT 1\\G SELECT 2 \\g;\nCREATE PROCEDURE p() BEGIN SELECT 3\\GSELECT 4\\g',
    ['SELECT 1', 'SELECT 2', 'CREATE PROCEDURE p() BEGIN SELECT 3', 'SELECT 4'],
  ],
  [
    '\\G ends a statement under a delimiter',
    'DELIMITER //\nSELECT 1\\G SELECT 2//',
    ['SELECT 1', 'SELECT 2'],
  ],
  [
    '\\d changes the terminator, and its line goes on',
    '\\d // CREATE PROCEDURE p() BEGIN SELECT 1; END// \\d ;\nSELECT 2; SELECT 3;\\d$$\nSELECT 4$$SELECT 5',
    ['CREATE PROCEDURE p() BEGIN SELECT 1; END', 'SELECT 2', 'SELECT 3', 'SELECT 4', 'SELECT 5'],
  ],
  [
    'a backslash in quotes and comments is no command',
    'SELECT \'a\\g\', `\\G`, "\\d x" /* \\g */ -- \\g\n; SELECT \\N',
    ['SELECT \'a\\g\', `\\G`, "\\d x" /* \\g */ -- \\g', 'SELECT \\N'],
  ],
  ['other commands of the client are sent', 'SELECT 1 \\c; SELECT 2', ['SELECT 1 \\c', 'SELECT 2']],
  ['a comment may stand before DELIMITER', '-- a\nDELIMITER //\nSELECT 1//', ['SELECT 1']],
  [
    'DELIMITER may follow a terminator',
    'SELECT 1; DELIMITER //\nSELECT 2//',
    ['SELECT 1', 'SELECT 2'],
  ],
  [
    'DELIMITER inside a statement is a name',
    'SELECT delimiter // 2; SELECT 3',
    ['SELECT delimiter // 2', 'SELECT 3'],
  ],
  [
    'DELIMITER without argument is sent',
    'DELIMITER\nSELECT 1; SELECT 2',
    ['DELIMITER\nSELECT 1', 'SELECT 2'],
  ],
  [
    'DELIMITER with a backslash is sent',
    'DELIMITER \\\nSELECT 1; SELECT 2',
    ['DELIMITER \\\nSELECT 1', 'SELECT 2'],
  ],
  ['a longer word is not DELIMITER', 'DELIMITERS //\n; SELECT 2', ['DELIMITERS //', 'SELECT 2']],
  [
    'a dump’s trigger is read as the client reads it',
    'DELIMITER ;;\n/*!50003 CREATE*/ /*!50003 TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @a=1; END */;;\nDELIMITER ;\n/*!50003 SET x=1 */ ;',
    [
      '/*!50003 CREATE*/ /*!50003 TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @a=1; END */',
      '/*!50003 SET x=1 */',
    ],
  ],
];

runTable('mysql', [
  ...rows,
  ...bodies.map(([name, one]): Row => [
    name,
    `SELECT 0; ${one}; SELECT 9`,
    ['SELECT 0', one, 'SELECT 9'],
  ]),
]);
