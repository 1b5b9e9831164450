import type { Lexicon } from './lexicon.js';

const postgres: Lexicon = {
  terminator: ';',
  quotes: [
    // standard_conforming_strings is on by default since 9.1: only E'..' has backslash escapes.
    {
      open: "'",
      close: "'",
      prefix: 'e',
      doubling: true,
      backslash: true,
      continuesOnNextLine: true,
    },
    { open: "'", close: "'", doubling: true },
    { open: '"', close: '"', doubling: true },
  ],
  standardStringsSetting: true,
  joinsStrings: true,
  ownMarks: { starts: '$', pattern: /\$\d+/y },
  // pg_dump of 2025 and later writes these lines, so that psql runs no other command of the dump.
  skippedCommand: /\\(?:un)?restrict[ \t]+[A-Za-z0-9]+[ \t]*(?![^\r\n])/y,
  lineComments: [{ start: '--' }],
  carriageReturnEndsComment: true,
  nestedComments: true,
  executableComments: false,
  dollarQuotes: 'tagged',
  // As in psql, for CREATE RULE .. DO (a; b).
  parenthesesHoldTerminators: true,
  delimiterCommand: false,
  separatorWord: null,
  bodies: { routines: ['FUNCTION', 'PROCEDURE'], begin: 'atomic', anonymous: 'none', bare: [] },
};

const mysql: Lexicon = {
  terminator: ';',
  operators: ['<=>', '->>', '<<', '>>', '<=', '>=', '<>', '!=', ':=', '||', '&&', '->', '@@'],
  quotes: [
    { open: "'", close: "'", doubling: true, backslash: true },
    { open: '"', close: '"', doubling: true, backslash: true },
    { open: '`', close: '`', doubling: true },
  ],
  lineComments: [{ start: '--', needsSpace: true, droppedBeforeStatement: true }, { start: '#' }],
  carriageReturnEndsComment: false,
  nestedComments: false,
  executableComments: true,
  dollarQuotes: 'none',
  // The clients of MySQL and MariaDB ignore parentheses.
  parenthesesHoldTerminators: false,
  delimiterCommand: true,
  // User variables (`@a`) are values of the session, which nothing else binds.
  ownMarks: { starts: '?', pattern: /\?/y },
  multiStatements: true,
  backslashCommands: true,
  lineStatement: 'USE',
  separatorWord: null,
  bodies: {
    routines: ['PROCEDURE', 'FUNCTION', 'TRIGGER', 'EVENT', 'PACKAGE'],
    begin: 'any',
    // MariaDB: BEGIN NOT ATOMIC, and with sql_mode=ORACLE any BEGIN before another statement.
    anonymous: 'any',
    // MariaDB runs these outside routines too; nothing else starts with one of these words.
    bare: ['IF', 'CASE', 'LOOP', 'WHILE', 'REPEAT', 'FOR', 'DECLARE'],
    declarationsAfterAs: true,
    angleLabels: true,
    setStatement: true,
  },
};

/** DuckDB uses PostgreSQL's parser, without routines. */
const duckdb: Lexicon = {
  ...postgres,
  standardStringsSetting: false,
  // `$a$` opens a dollar quote. In code `?` is always a mark: DuckDB has no operator with this character.
  ownMarks: {
    starts: '$?',
    pattern: /\?\d*|\$(?:\d+|"|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*(?![\w$\u0080-\uffff]))/y,
  },
  bodies: { routines: [], begin: 'atomic', anonymous: 'none', bare: [] },
};

const generic: Lexicon = {
  terminator: ';',
  quotes: [
    {
      open: "'",
      close: "'",
      prefix: 'e',
      doubling: true,
      backslash: true,
      continuesOnNextLine: true,
    },
    { open: "'", close: "'", doubling: true },
    { open: '"', close: '"', doubling: true },
    { open: '`', close: '`', doubling: true },
    { open: '[', close: ']', doubling: true, unlessArray: true },
  ],
  joinsStrings: true,
  lineComments: [{ start: '--' }],
  // If this is wrong, the database gets a comment as code; the opposite would drop code.
  carriageReturnEndsComment: true,
  nestedComments: false,
  executableComments: false,
  dollarQuotes: 'tagged',
  parenthesesHoldTerminators: false,
  delimiterCommand: true,
  separatorWord: null,
  bodies: {
    routines: ['PROCEDURE', 'FUNCTION', 'TRIGGER'],
    begin: 'any',
    anonymous: 'not-atomic',
    bare: [],
  },
};

const sqlite: Lexicon = {
  terminator: ';',
  operators: ['->>', '||', '->', '<<', '>>', '<=', '>=', '<>', '!=', '=='],
  quotes: [
    { open: "'", close: "'", doubling: true },
    { open: '"', close: '"', doubling: true },
    { open: '`', close: '`', doubling: true },
    { open: '[', close: ']' },
  ],
  lineComments: [{ start: '--' }],
  carriageReturnEndsComment: false,
  nestedComments: false,
  executableComments: false,
  dollarQuotes: 'none',
  ownMarks: { starts: '?:@$', pattern: /\?\d*|[:@$][\w$\u0080-\uffff]+/y },
  parenthesesHoldTerminators: false,
  delimiterCommand: false,
  separatorWord: null,
  bodies: { routines: ['TRIGGER'], begin: 'any', anonymous: 'none', bare: [] },
};

const snowflake: Lexicon = {
  terminator: ';',
  operators: ['->>', '::', ':=', '=>', '->', '||', '<=', '>=', '<>', '!=', '..'],
  quotes: [
    { open: "'", close: "'", doubling: true, backslash: true },
    { open: '"', close: '"', doubling: true },
  ],
  lineComments: [{ start: '--' }, { start: '//' }],
  // Assumed: no document says where a comment ends.
  carriageReturnEndsComment: 'unknown',
  nestedComments: false,
  executableComments: false,
  dollarQuotes: 'plain',
  // `$1` is a column of a stage, `{'a' :1}` an object and `:name` a variable of a script.
  ownMarks: { starts: '?:', pattern: /\?|(?<![\w'"\])]|'\s{0,8}):\d+/y },
  // PUT and GET accept only an unquoted `file://`.
  paths: ['@', 'file://'],
  parenthesesHoldTerminators: false,
  delimiterCommand: false,
  separatorWord: null,
  // A block of Snowflake Scripting may be a whole statement: BEGIN .. END, DECLARE .. BEGIN .. END.
  bodies: {
    routines: ['PROCEDURE', 'FUNCTION', 'TASK', 'ALERT'],
    begin: 'any',
    anonymous: 'any',
    bare: ['DECLARE'],
    transactionsInBlocks: true,
    bodyIsBlock: true,
    plainEndClosesCase: true,
    declareInBlocks: true,
    withProcedure: true,
  },
};

const bigquery: Lexicon = {
  terminator: ';',
  operators: ['<<', '>>', '<=', '>=', '<>', '!=', '||', '|>', '=>', '->', '@@', '+=', '-='],
  // In raw strings (r'..'), too, a mark after a backslash does not close the string.
  quotes: [
    { open: "'''", close: "'''", backslash: true },
    { open: '"""', close: '"""', backslash: true },
    { open: "'", close: "'", backslash: true },
    { open: '"', close: '"', backslash: true },
    { open: '`', close: '`', backslash: true },
  ],
  lineComments: [{ start: '--' }, { start: '#' }],
  carriageReturnEndsComment: true,
  nestedComments: false,
  executableComments: false,
  dollarQuotes: 'none',
  // `@@name` is a variable of the system, and `@{` opens a hint.
  ownMarks: { starts: '?@', pattern: /\?|(?<!@)@(?:\w+|`)/y },
  parenthesesHoldTerminators: false,
  delimiterCommand: false,
  separatorWord: null,
  bodies: {
    routines: ['PROCEDURE'],
    begin: 'any',
    anonymous: 'any',
    bare: ['IF', 'CASE', 'LOOP', 'WHILE', 'REPEAT', 'FOR'],
    transactionsInBlocks: true,
    bodyIsBlock: true,
    labels: true,
  },
};

/** The dialects by name; see docs/how-to/add-a-dialect.md to add one. */
export const dialects = {
  postgres,
  mysql,
  sqlite,
  duckdb,
  snowflake,
  bigquery,
  generic,
} satisfies Record<string, Lexicon>;

/** Name of the rules that split a text. Each driver has one. */
export type Dialect = keyof typeof dialects;

/** Returns the dialect of a name; `generic` for an unknown one. */
export const dialectNamed = (name: string | undefined): Dialect =>
  name !== undefined && isDialect(name) ? name : 'generic';

const isDialect = (name: string): name is Dialect => Object.hasOwn(dialects, name);
