import t from 'tap';
import type { Lexicon } from '@sluice/sql';
import { runTable } from './table.js';

/** What the two need beside their own features; each is data, and no line of the scanner. */
const base: Lexicon = {
  terminator: ';',
  quotes: [
    { open: "'", close: "'", doubling: true },
    { open: '"', close: '"', doubling: true },
  ],
  lineComments: [{ start: '--' }],
  carriageReturnEndsComment: false,
  nestedComments: false,
  executableComments: false,
  dollarQuotes: 'none',
  parenthesesHoldTerminators: false,
  delimiterCommand: false,
  separatorWord: null,
  bodies: { routines: [], begin: 'any', anonymous: 'none', bare: [] },
};

const snowflake: Lexicon = {
  ...base,
  quotes: [
    { open: "'", close: "'", doubling: true, backslash: true },
    { open: '"', close: '"', doubling: true },
  ],
  lineComments: [{ start: '--' }, { start: '//' }],
  dollarQuotes: 'plain',
  bodies: {
    routines: ['PROCEDURE', 'FUNCTION', 'TASK'],
    begin: 'any',
    anonymous: 'any',
    bare: ['DECLARE'],
  },
};

const mssql: Lexicon = {
  ...base,
  terminator: null,
  quotes: [...base.quotes, { open: '[', close: ']', doubling: true }],
  nestedComments: true,
  separatorWord: 'GO',
};

void t.test('Snowflake as data', (t) => {
  runTable(
    snowflake,
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
    ],
    t,
  );
  t.end();
});

void t.test('SQL Server as data', (t) => {
  runTable(
    mssql,
    [
      [
        'GO lines split',
        'SELECT 1; SELECT 2\nGO\nSELECT 3\n go 5 \r\n',
        ['SELECT 1; SELECT 2', 'SELECT 3'],
      ],
      [
        'GO inside a line does not',
        'SELECT 1 go\nSELECT go\nGO x',
        ['SELECT 1 go\nSELECT go\nGO x'],
      ],
      [
        'GO in quotes and comments does not',
        "SELECT '\nGO\n', [\nGO\n] /* /* \nGO\n*/ */",
        ["SELECT '\nGO\n', [\nGO\n] /* /* \nGO\n*/ */"],
      ],
      ['GO may start and end the text', '\ufeffGO\nSELECT 1\nGO', ['SELECT 1']],
    ],
    t,
  );
  t.end();
});
