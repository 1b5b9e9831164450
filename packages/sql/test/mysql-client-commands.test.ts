import { runTable, type Row } from './table.js';

runTable('mysql', [
  [
    'DELIMITER changes the terminator',
    'DELIMITER //\nSELECT 1; SELECT 2//\nDELIMITER ;\nSELECT 3; SELECT 4',
    ['SELECT 1', 'SELECT 2', 'SELECT 3', 'SELECT 4'],
  ],
  [
    'DELIMITER is case-insensitive',
    'delimiter $$\nSELECT 1;$$\nDelimiter ;\nSELECT 2;',
    ['SELECT 1', 'SELECT 2'],
  ],
  ['DELIMITER alone is not a statement', 'DELIMITER //', []],
  [
    'a delimiter may touch a word',
    'DELIMITER $$\nCREATE PROCEDURE p() BEGIN SELECT 1; END$$\nSELECT a$b$$',
    ['CREATE PROCEDURE p() BEGIN SELECT 1; END', 'SELECT a$b'],
  ],
  [
    'a delimiter may contain the previous delimiter',
    'DELIMITER ;;\nCREATE PROCEDURE p() BEGIN ;; SELECT 2;;\nDELIMITER ;\nSELECT 3;',
    ['CREATE PROCEDURE p() BEGIN', 'SELECT 2', 'SELECT 3'],
  ],
  [
    'a delimiter that is a word matches only whole words',
    'DELIMITER go\nSELECT category; SELECT gone\ngo\nSELECT 2 go',
    ['SELECT category', 'SELECT gone', 'SELECT 2'],
  ],
  ['a delimiter may be quoted', 'DELIMITER "//"\nSELECT 1//', ['SELECT 1']],
  [
    'white space ends the delimiter argument',
    'DELIMITER // now\r\nSELECT 1// SELECT 2//',
    ['SELECT 1', 'SELECT 2'],
  ],
  [
    'a delimiter may be a comment marker',
    'DELIMITER #\nSELECT 1;# SELECT 2#',
    ['SELECT 1', 'SELECT 2'],
  ],
  [
    'a delimiter in quotes does not split',
    "DELIMITER //\nSELECT '//', `//` -- //\n//",
    ["SELECT '//', `//` -- //"],
  ],
  [
    'a delimiter ends a statement with an open block',
    'DELIMITER //\nCREATE PROCEDURE p() BEGIN // SELECT 2',
    ['CREATE PROCEDURE p() BEGIN', 'SELECT 2'],
  ],
  [
    'several statements under one delimiter are split as by the server',
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
    `one statement under a custom delimiter: ${one}`,
    `DELIMITER //\n${one};\n//\nSELECT 1; SELECT 2//`,
    [one.endsWith('$$') ? `${one};` : one, 'SELECT 1', 'SELECT 2'],
  ]),

  ['a line of dashes before a statement is dropped', '------------\nSELECT 1', ['SELECT 1']],
  [
    'two dashes before a statement need no space and drop the comments before them',
    'SELECT 0;\n  -- a\n/* b */ --Hello; SELECT 5\n\n-----\n  SELECT 1 --1; --x\n#y\n; --z',
    ['SELECT 0', 'SELECT 1 --1'],
  ],
  [
    'two dashes inside a statement are operators',
    'SELECT 1\n--2;SELECT 3',
    ['SELECT 1\n--2', 'SELECT 3'],
  ],
  [
    'a line of dashes before a statement under a custom delimiter is dropped',
    'DELIMITER //\n--a//\nSELECT 1//\n--b\nDELIMITER ;\n--c\nSELECT 2; SELECT 3',
    ['SELECT 1', 'SELECT 2', 'SELECT 3'],
  ],
  [
    'two dashes in a version comment are an operator',
    '/*!50000 --1 */; SELECT 2',
    ['/*!50000 --1 */', 'SELECT 2'],
  ],

  [
    '\\G and \\g end a statement, also inside a body',
    'SELECT 1\\G SELECT 2 \\g;\nCREATE PROCEDURE p() BEGIN SELECT 3\\GSELECT 4\\g',
    ['SELECT 1', 'SELECT 2', 'CREATE PROCEDURE p() BEGIN SELECT 3', 'SELECT 4'],
  ],
  [
    '\\G ends a statement under a custom delimiter',
    'DELIMITER //\nSELECT 1\\G SELECT 2//',
    ['SELECT 1', 'SELECT 2'],
  ],
  [
    '\\d changes the delimiter and the rest of its line is read',
    '\\d // CREATE PROCEDURE p() BEGIN SELECT 1; END// \\d ;\nSELECT 2; SELECT 3;\\d$$\nSELECT 4$$SELECT 5',
    ['CREATE PROCEDURE p() BEGIN SELECT 1; END', 'SELECT 2', 'SELECT 3', 'SELECT 4', 'SELECT 5'],
  ],
  [
    'a backslash in quotes and comments is not a command',
    'SELECT \'a\\g\', `\\G`, "\\d x" /* \\g */ -- \\g\n; SELECT \\N',
    ['SELECT \'a\\g\', `\\G`, "\\d x" /* \\g */ -- \\g', 'SELECT \\N'],
  ],
  [
    'other client commands are part of the statement',
    'SELECT 1 \\c; SELECT 2',
    ['SELECT 1 \\c', 'SELECT 2'],
  ],
  ['a comment may precede DELIMITER', '-- a\nDELIMITER //\nSELECT 1//', ['SELECT 1']],
  [
    'DELIMITER may follow a terminator',
    'SELECT 1; DELIMITER //\nSELECT 2//',
    ['SELECT 1', 'SELECT 2'],
  ],
  [
    'DELIMITER inside a statement is an identifier',
    'SELECT delimiter // 2; SELECT 3',
    ['SELECT delimiter // 2', 'SELECT 3'],
  ],
  [
    'DELIMITER without an argument is part of the statement',
    'DELIMITER\nSELECT 1; SELECT 2',
    ['DELIMITER\nSELECT 1', 'SELECT 2'],
  ],
  [
    'DELIMITER with a backslash is part of the statement',
    'DELIMITER \\\nSELECT 1; SELECT 2',
    ['DELIMITER \\\nSELECT 1', 'SELECT 2'],
  ],
  ['a longer word is not DELIMITER', 'DELIMITERS //\n; SELECT 2', ['DELIMITERS //', 'SELECT 2']],
  [
    'a trigger in a dump is split as by the client',
    'DELIMITER ;;\n/*!50003 CREATE*/ /*!50003 TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @a=1; END */;;\nDELIMITER ;\n/*!50003 SET x=1 */ ;',
    [
      '/*!50003 CREATE*/ /*!50003 TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET @a=1; END */',
      '/*!50003 SET x=1 */',
    ],
  ],
  [
    'USE ends with its line, as in the client',
    'use judge\nselect 4;\n  USE `a b`\r\nselect 5 -- use c\n, 6',
    ['use judge', 'select 4', 'USE `a b`', 'select 5 -- use c\n, 6'],
  ],
  [
    'USE ends with its line under a custom delimiter',
    'DELIMITER //\nUSE a\nCREATE PROCEDURE p() BEGIN SELECT 1; END//\nDELIMITER ;\nUSE b',
    ['USE a', 'CREATE PROCEDURE p() BEGIN SELECT 1; END', 'USE b'],
  ],
  [
    'USE does not end with its line in a statement, without a name, or before a terminator',
    "select * from t\nuse index (a); use\n b; use 'a\n;b' ;\nuse c; select 1\n, 2",
    ['select * from t\nuse index (a)', 'use\n b', "use 'a\n;b'", 'use c', 'select 1\n, 2'],
  ],
]);
