import type { WireError } from './wire-error.js';
import { resultOf, seriesResult, wideResult, type WireResult } from './wire.js';

/** The outcome of a statement. */
export interface Behaviour {
  statementType: string;
  result?: WireResult;
  affectedRows?: number;
  /** Rejected at once, like a syntax error; the job still exists. */
  refusal?: WireError;
  /** The job starts and fails. */
  failure?: WireError;
  /** The job runs until the test releases it or it is cancelled. */
  isSlow?: boolean;
  /** Whether a slow job ignores cancels. */
  ignoresCancel?: boolean;
  /** Reads a table over a file in Google Drive: the token needs a separate scope. */
  readsDrive?: boolean;
  bytesProcessed?: number;
  childJobs?: number;
  warnings?: string[];
}

/** A session of the server: temporary tables and a transaction on them. */
export interface WireSession {
  id: string;
  tables: Map<string, string[]>;
  /** The tables at the start of the transaction; null without a transaction. */
  saved: Map<string, string[]> | null;
}

/** Returns what a statement does, by its text. `session` is null for a job without one. */
export interface Script {
  pattern: RegExp;
  run: (match: RegExpExecArray, session: WireSession | null) => Behaviour;
}

const invalid = (message: string): Behaviour => ({
  statementType: '',
  refusal: { reason: 'invalidQuery', message },
});

const copied = (tables: Map<string, string[]>): Map<string, string[]> =>
  new Map([...tables].map(([name, rows]) => [name, [...rows]]));

const inSession = (
  session: WireSession | null,
  work: (session: WireSession) => Behaviour,
): Behaviour =>
  session ? work(session) : invalid('Transactions and temporary tables need a session or a script');

const inTable = (
  session: WireSession | null,
  name: string | undefined,
  work: (rows: string[]) => Behaviour,
): Behaviour => {
  const rows = session?.tables.get(name ?? '');
  return rows ? work(rows) : invalid(`Not found: Table ${name ?? ''}`);
};

/** Statements that every server knows: enough for sessions, cancels and large results. */
export const commonScripts: readonly Script[] = [
  {
    pattern: /^SELECT (\d+)$/i,
    run: ([, number = '']) => ({
      statementType: 'SELECT',
      result: resultOf([{ name: 'f0_', type: 'INTEGER' }], [[number]]),
    }),
  },
  {
    pattern: /^SELECT n FROM UNNEST\(GENERATE_ARRAY\(1, (\d+)\)\) n$/i,
    run: ([, count]) => ({ statementType: 'SELECT', result: seriesResult(Number(count)) }),
  },
  {
    pattern: /^SELECT REPEAT\('x', (\d+)\)$/i,
    run: ([, letters]) => ({ statementType: 'SELECT', result: wideResult(Number(letters)) }),
  },
  {
    // Not a function of the real service: it stands for a slow query.
    pattern: /^SELECT slow\((\d*)\)$/i,
    run: ([, count]) => ({
      statementType: 'SELECT',
      isSlow: true,
      result: seriesResult(Number(count)),
    }),
  },
  {
    pattern: /^CREATE TEMP TABLE (\w+) \(n INT64\)$/i,
    run: ([, name = ''], session) =>
      inSession(session, ({ tables }) => {
        tables.set(name, []);
        return { statementType: 'CREATE_TABLE' };
      }),
  },
  {
    pattern: /^INSERT INTO (\w+) VALUES \((\d+)\)$/i,
    run: ([, name, value = ''], session) =>
      inTable(session, name, (rows) => {
        rows.push(value);
        return { statementType: 'INSERT', affectedRows: 1 };
      }),
  },
  {
    pattern: /^SELECT \* FROM (\w+)$/i,
    run: ([, name], session) =>
      inTable(session, name, (rows) => ({
        statementType: 'SELECT',
        result: resultOf(
          [{ name: 'n', type: 'INTEGER' }],
          rows.map((row) => [row]),
        ),
      })),
  },
  {
    pattern: /^BEGIN TRANSACTION$/i,
    run: (_match, session) =>
      inSession(session, (open) => {
        open.saved = copied(open.tables);
        return { statementType: 'BEGIN_TRANSACTION' };
      }),
  },
  {
    pattern: /^(COMMIT|ROLLBACK) TRANSACTION$/i,
    run: ([, word = ''], session) =>
      inSession(session, (open) => {
        if (open.saved === null) return invalid('There is no active transaction');
        if (word.toUpperCase() === 'ROLLBACK') open.tables = open.saved;
        open.saved = null;
        return { statementType: `${word.toUpperCase()}_TRANSACTION` };
      }),
  },
  {
    pattern: /^SET @@time_zone = '[\w/]+'$/i,
    run: (_match, session) => inSession(session, () => ({ statementType: 'SCRIPT' })),
  },
];

/** Returns the outcome of an unknown text. */
export const unknownStatement = (sql: string): Behaviour =>
  invalid(`Syntax error: Unexpected identifier "${sql.split(/\s/)[0] ?? ''}" at [1:1]`);
