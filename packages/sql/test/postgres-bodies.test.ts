import { runTable, type Row } from './table.js';

const atomic = `CREATE FUNCTION f(a int) RETURNS int LANGUAGE sql
BEGIN ATOMIC
  SELECT 1;
  SELECT CASE WHEN a > 1 THEN 2 ELSE 3 END;
END`;

runTable('postgres', [
  [
    'a transaction is several statements',
    'BEGIN; SELECT 1; COMMIT;',
    ['BEGIN', 'SELECT 1', 'COMMIT'],
  ],
  [
    'BEGIN TRANSACTION does not open a block',
    'BEGIN TRANSACTION; SELECT 1; END;',
    ['BEGIN TRANSACTION', 'SELECT 1', 'END'],
  ],
  [
    'BEGIN WORK does not open a block',
    'begin work; select 1; end',
    ['begin work', 'select 1', 'end'],
  ],
  [
    'START TRANSACTION does not open a block',
    'START TRANSACTION; SELECT 1; COMMIT',
    ['START TRANSACTION', 'SELECT 1', 'COMMIT'],
  ],
  ['a function with an SQL body is one statement', `${atomic}; SELECT 2;`, [atomic, 'SELECT 2']],
  [
    'a procedure with an SQL body is one statement',
    'create or replace procedure p() begin atomic insert into t values (1); end; SELECT 2',
    ['create or replace procedure p() begin atomic insert into t values (1); end', 'SELECT 2'],
  ],
  [
    'a comment may stand inside BEGIN ATOMIC',
    'CREATE FUNCTION f() BEGIN /* ; */ ATOMIC SELECT 1; END; SELECT 2',
    ['CREATE FUNCTION f() BEGIN /* ; */ ATOMIC SELECT 1; END', 'SELECT 2'],
  ],
  [
    'END used as an identifier does not end a body',
    'CREATE FUNCTION f() BEGIN ATOMIC SELECT t.end AS end FROM t; END; SELECT 2',
    ['CREATE FUNCTION f() BEGIN ATOMIC SELECT t.end AS end FROM t; END', 'SELECT 2'],
  ],
  [
    'BEGIN used as an identifier does not open a block',
    'CREATE FUNCTION f() BEGIN ATOMIC SELECT begin FROM t; END; SELECT 2',
    ['CREATE FUNCTION f() BEGIN ATOMIC SELECT begin FROM t; END', 'SELECT 2'],
  ],
  [
    'CASE may nest in a body',
    'CREATE FUNCTION f() BEGIN ATOMIC SELECT CASE WHEN CASE 1 WHEN 2 THEN 3 END = 4 THEN 5 END; SELECT 6; END; SELECT 2',
    [
      'CREATE FUNCTION f() BEGIN ATOMIC SELECT CASE WHEN CASE 1 WHEN 2 THEN 3 END = 4 THEN 5 END; SELECT 6; END',
      'SELECT 2',
    ],
  ],
  [
    'CASE outside a body does not open a block',
    'SELECT CASE WHEN 1 THEN 2; SELECT 3',
    ['SELECT CASE WHEN 1 THEN 2', 'SELECT 3'],
  ],
  [
    'a function with RETURN does not open a block',
    'CREATE FUNCTION f() RETURNS int RETURN 1; SELECT 2',
    ['CREATE FUNCTION f() RETURNS int RETURN 1', 'SELECT 2'],
  ],
  [
    'a trigger that executes a function does not open a block',
    'CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION f(); SELECT 2',
    ['CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION f()', 'SELECT 2'],
  ],
  [
    'a routine without BEGIN ATOMIC does not open a block',
    'CREATE PROCEDURE p() CASE WHEN 1 THEN 2; SELECT 3',
    ['CREATE PROCEDURE p() CASE WHEN 1 THEN 2', 'SELECT 3'],
  ],
  [
    'BEGIN ATOMIC outside a routine does not open a block',
    'SELECT 1 BEGIN ATOMIC; SELECT 2',
    ['SELECT 1 BEGIN ATOMIC', 'SELECT 2'],
  ],
  [
    'keywords of a body in a string are ignored',
    "CREATE FUNCTION f() AS 'BEGIN ATOMIC'; SELECT 2",
    ["CREATE FUNCTION f() AS 'BEGIN ATOMIC'", 'SELECT 2'],
  ],
  [
    'DELIMITER is not a command',
    'DELIMITER //\nSELECT 1; SELECT 2',
    ['DELIMITER //\nSELECT 1', 'SELECT 2'],
  ],
  [
    'COPY data is split like statements',
    'COPY t FROM stdin;\n1\t2\n',
    ['COPY t FROM stdin', '1\t2'],
  ],
  ...[
    ['off', 'on'],
    ["'off'", 'default'],
    ['FALSE', 'yes'],
    ['no', '1'],
    ['0', 'true'],
    ['f', "'on'"],
  ].map(([off = '', on = '']): Row => [
    `standard_conforming_strings = ${off} makes backslashes escape until ${on}`,
    `SELECT '\\'; SET standard_conforming_strings = ${off}; SELECT 'a\\';b'; set session standard_conforming_strings to ${on}; SELECT '\\'; SELECT 2`,
    [
      `SELECT '\\'`,
      `SET standard_conforming_strings = ${off}`,
      `SELECT 'a\\';b'`,
      `set session standard_conforming_strings to ${on}`,
      `SELECT '\\'`,
      'SELECT 2',
    ],
  ]),
  ...['RESET standard_conforming_strings', 'RESET ALL', 'DISCARD ALL'].map((reset): Row => [
    `${reset} restores standard strings`,
    `-- a\nSET standard_conforming_strings TO off; SELECT 'a\\';\n\\'' 'b', $$\\$$; ${reset}; SELECT '\\'; SELECT 2`,
    [
      '-- a\nSET standard_conforming_strings TO off',
      `SELECT 'a\\';\n\\'' 'b', $$\\$$`,
      reset,
      `SELECT '\\'`,
      'SELECT 2',
    ],
  ]),
  [
    'SET LOCAL standard_conforming_strings lasts until the end of its transaction',
    `SET LOCAL standard_conforming_strings = off; SELECT '\\'; BEGIN; SET LOCAL standard_conforming_strings = off; SAVEPOINT a; ROLLBACK TO a; SELECT 'a\\';b'; COMMIT; SELECT '\\'; SELECT 2`,
    [
      'SET LOCAL standard_conforming_strings = off',
      `SELECT '\\'`,
      'BEGIN',
      'SET LOCAL standard_conforming_strings = off',
      'SAVEPOINT a',
      'ROLLBACK TO a',
      `SELECT 'a\\';b'`,
      'COMMIT',
      `SELECT '\\'`,
      'SELECT 2',
    ],
  ],
  [
    'ROLLBACK reverts SET standard_conforming_strings and COMMIT keeps it',
    `START TRANSACTION; SET standard_conforming_strings = off; ROLLBACK; SELECT '\\'; BEGIN; SET standard_conforming_strings = off; END; SELECT 'a\\';b'`,
    [
      'START TRANSACTION',
      'SET standard_conforming_strings = off',
      'ROLLBACK',
      `SELECT '\\'`,
      'BEGIN',
      'SET standard_conforming_strings = off',
      'END',
      `SELECT 'a\\';b'`,
    ],
  ],
  [
    'backslashes stay ordinary in identifiers and after other settings',
    `SET standard_conforming_strings = off; SELECT "\\"; SET application_name = 'a\\';b'; SELECT 2`,
    [
      'SET standard_conforming_strings = off',
      'SELECT "\\"',
      `SET application_name = 'a\\';b'`,
      'SELECT 2',
    ],
  ],
]);
