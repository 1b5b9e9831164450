import type {
  Driver,
  DriverConnection,
  RowChunk,
  RunOptions,
  StatementSummary,
} from '@sluice/driver-kit';
import { DriverError, type ConnectionConfig, type SessionOptions } from '@sluice/driver-kit';
import type { ColumnInfo } from '@sluice/contracts';

/** Returns session options whose signal is never aborted. */
export const sessionOptions = (more: Partial<SessionOptions> = {}): SessionOptions => ({
  signal: new AbortController().signal,
  connectTimeoutMs: 10_000,
  applicationName: 'sluice-test',
  readOnly: false,
  ...more,
});

/** Returns run options whose limits the tests do not reach. */
export const runOptions = (more: Partial<RunOptions> = {}): RunOptions => ({
  signal: new AbortController().signal,
  maxRows: 2_000_000,
  maxBytes: 4 * 1024 ** 3,
  maxCellBytes: 16 * 1024 ** 2,
  maxRowBytes: 32 * 1024 ** 2 + 64 * 1024,
  timeoutMs: null,
  ...more,
});

export interface Read {
  rows: unknown[][];
  accepted: ColumnInfo[] | null;
  summary: StatementSummary;
}

/** Returns the text of a chunk. */
export const textOf = ({ json }: RowChunk): string =>
  Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8');

/** Runs a statement and parses its rows. @throws if a chunk breaks the format that RowChunk documents. */
export async function read(
  connection: DriverConnection,
  sql: string,
  options: Partial<RunOptions> = {},
): Promise<Read> {
  const run = await connection.run(sql, runOptions(options));
  const rows: unknown[][] = [];
  for await (const chunk of run.chunks) {
    const text = textOf(chunk);
    const lines = text.split(',\n');
    if (lines.length !== chunk.rowCount || text.split('\n').length !== chunk.rowCount) {
      throw new Error('A chunk does not have one row per line');
    }
    rows.push(...(JSON.parse(`[${text}]`) as unknown[][]));
    chunk.release?.();
  }
  return { rows, accepted: run.columns, summary: run.summary() };
}

/** Returns the error of work that must fail. @throws if it succeeds. */
export async function failure(work: Promise<unknown>): Promise<DriverError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DriverError) return error;
    throw error;
  }
  throw new Error('The work did not fail');
}

/** Polls until `test` returns true. @throws after ten seconds. */
export async function eventually(
  what: string,
  test: () => Promise<boolean> | boolean,
): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await test())) {
    if (Date.now() > end) throw new Error(`Timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A driver and SQL of its dialect for the contract tests. */
export interface Contract {
  driver: Driver;
  config: ConnectionConfig;
  /** Options for every session. */
  session?: Partial<SessionOptions>;
  /** Returns one row: the number 1, `text`, true, null. */
  basics: string;
  /** The value and datatype of true, because some engines have no boolean. */
  flag: readonly [value: unknown, datatype: string];
  /** Returns one row of three nulls. */
  nulls: string;
  /** Returns no rows, with columns `a` and `b`. */
  noRows: string;
  /** Returns one row with two columns named `same`. */
  sameNames: string;
  /** Returns `n` rows with a number counted from 1. */
  series: (n: number) => string;
  /** Row counts of {@link series} that run for a shorter and a longer time than a cancel takes. */
  races: readonly number[];
  /** A statement with a syntax error at character 8. */
  badWord: string;
  /** Runs for one minute. */
  slow: string;
  /** Returns one row with this text. */
  literal: (text: string) => string;
  /** Returns one row with a text of n letters. */
  wide: (n: number) => string;
  /** Returns one row with n columns. */
  columns: (n: number) => string;
  /** Maximum number of columns of a result. */
  maxColumns: number;
  begin: string;
  /** Creates a temporary table `kept (n)`. */
  createTemporary: string;
  insert: string;
  selectKept: string;
  rollback: string;
  /** Number of other sessions that run {@link slow}: SQL that returns one number, or a function. */
  running: string | (() => Promise<number>);
  /** How one session affects another; null if no other session can reach it. */
  server: {
    /** SQL that ends the session with this execution id. */
    kill: (executionId: string) => string;
    /** Returns an id that differs only in the part that a later session with the same number would change. */
    anotherExecutionId: (executionId: string) => string;
  } | null;
  /** For engines whose statements have ids on the server and whose sessions another process can adopt. */
  handover?: {
    /** Returns the number of statements that run on the server. */
    running: () => Promise<number>;
    /** A well-formed id without a statement. */
    anotherExecutionId: string;
    /** Fields with which the server rejects the sign-in. */
    denied: ConnectionConfig;
    /** Fields of a server that does not exist. */
    unreachable: ConnectionConfig;
    /** Ends a running {@link slow} as if its minute had passed, with this row. */
    finishSlow: { finish: () => void; row: unknown[] };
  };
  /** First maximum delay of a random cancel in ms, about the duration of a short statement. Default: 3. */
  raceMs?: number;
  /** SQL that disables the statement timeout of the database. */
  liftTimeout: string;
}
