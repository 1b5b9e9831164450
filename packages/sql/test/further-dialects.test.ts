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

const mssql: Lexicon = {
  ...base,
  terminator: null,
  quotes: [...base.quotes, { open: '[', close: ']', doubling: true }],
  nestedComments: true,
  separatorWord: 'GO',
};

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
