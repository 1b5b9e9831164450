import type {
  Driver,
  DriverConnection,
  RowChunk,
  RunOptions,
  StatementSummary,
} from '@sluice/driver-kit';
import { DriverError, type ConnectionConfig, type SessionOptions } from '@sluice/driver-kit';
import type { ColumnInfo } from '@sluice/contracts';

/** Options of a session that nobody cancels. */
export const sessionOptions = (more: Partial<SessionOptions> = {}): SessionOptions => ({
  signal: new AbortController().signal,
  connectTimeoutMs: 10_000,
  applicationName: 'sluice-test',
  readOnly: false,
  ...more,
});

/** Options of a statement without limits that matter. */
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

/** The text of a chunk. */
export const textOf = ({ json }: RowChunk): string =>
  Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8');

/** Runs a statement and parses all its rows; checks the form that RowChunk promises. */
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
      throw new Error('a chunk is not one row a line');
    }
    rows.push(...(JSON.parse(`[${text}]`) as unknown[][]));
    chunk.release?.();
  }
  return { rows, accepted: run.columns, summary: run.summary() };
}

/** Runs a statement that has to fail. */
export async function failure(work: Promise<unknown>): Promise<DriverError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DriverError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

/** Asks until the answer is yes, for at most ten seconds. */
export async function eventually(
  what: string,
  test: () => Promise<boolean> | boolean,
): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await test())) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What a driver's dialect needs to be put to the contract. */
export interface Contract {
  driver: Driver;
  config: ConnectionConfig;
  /** Options that every session needs. */
  session?: Partial<SessionOptions>;
  /** One row: the number 1, `text`, true, null. */
  basics: string;
  /** How the engine gives true, and its kind: some have no boolean. */
  flag: readonly [value: unknown, datatype: string];
  /** One row of three nulls. */
  nulls: string;
  /** No row, columns `a` and `b`. */
  noRows: string;
  /** One row, two columns, both called `same`. */
  sameNames: string;
  /** `n` rows of one number from 1. */
  series: (n: number) => string;
  /** Rows of {@link series} that take from less to more time than a cancel needs to arrive. */
  races: readonly number[];
  /** A syntax error whose bad word stands at character 8. */
  badWord: string;
  /** Runs for a minute. */
  slow: string;
  /** One row: this text. */
  literal: (text: string) => string;
  /** One row: a text of n letters. */
  wide: (n: number) => string;
  /** One row of n columns. */
  columns: (n: number) => string;
  /** Most columns a result can have. */
  maxColumns: number;
  begin: string;
  /** A temporary table `kept (n)`. */
  createTemporary: string;
  insert: string;
  selectKept: string;
  rollback: string;
  /** How many sessions but our own run {@link slow}: SQL that gives one number, or another way to know. */
  running: string | (() => Promise<number>);
  /** What can be done to a session from another one; null for an engine that no other session reaches. */
  server: {
    /** Ends the session with this execution id. */
    kill: (executionId: string) => string;
    /** An id that differs from a session's own only in what a later session could not share. */
    anotherExecutionId: (executionId: string) => string;
  } | null;
  /**
   * For engines whose statements live on the server under ids of their own, and whose sessions another
   * process may take over.
   */
  handover?: {
    /** How many statements run on the server. */
    running: () => Promise<number>;
    /** An id of the right form that names no statement. */
    anotherExecutionId: string;
    /** Fields that must not be let in, and why. */
    denied: ConnectionConfig;
    /** Fields under which nobody answers. */
    unreachable: ConnectionConfig;
    /** Lets what runs {@link slow} end as if its minute were over, in this row. */
    finishSlow: { finish: () => void; row: unknown[] };
  };
  /** Milliseconds within which a race's cancel comes: about as long as a short statement takes. */
  raceMs?: number;
  /** A session setting that would lift the database's own time-out. */
  liftTimeout: string;
}
