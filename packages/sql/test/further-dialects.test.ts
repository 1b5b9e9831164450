import t from 'tap';
import type { Lexicon } from '@sluice/sql';
import { runTable } from './table.js';

/** The features common to dialects that are defined here as data, without a change to the scanner. */
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

void t.test('a lexicon describes SQL Server without a change to the scanner', (t) => {
  runTable(
    mssql,
    [
      [
        'a GO line separates statements',
        'SELECT 1; SELECT 2\nGO\nSELECT 3\n go 5 \r\n',
        ['SELECT 1; SELECT 2', 'SELECT 3'],
      ],
      [
        'GO inside a line does not separate statements',
        'SELECT 1 go\nSELECT go\nGO x',
        ['SELECT 1 go\nSELECT go\nGO x'],
      ],
      [
        'GO in quotes and comments does not separate statements',
        "SELECT '\nGO\n', [\nGO\n] /* /* \nGO\n*/ */",
        ["SELECT '\nGO\n', [\nGO\n] /* /* \nGO\n*/ */"],
      ],
      ['GO may be the first and the last line', '\ufeffGO\nSELECT 1\nGO', ['SELECT 1']],
    ],
    t,
  );
  t.end();
});
