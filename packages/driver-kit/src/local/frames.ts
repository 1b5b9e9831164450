import type { ColumnInfo, ConnectionSchema, Outcome } from '@sluice/contracts';
import { DriverError, type DriverErrorKind, type StatementSummary } from '../contract/driver.js';
import type { ReadLimits } from '../session/session.js';

/** How an engine opens its database. Paths are absolute and checked. */
export interface OpenCommand {
  /** Null: a database in memory. */
  file: string | null;
  /** Nothing outside of this directory may be opened. */
  directory: string;
  readOnly: boolean;
  /** More files of the directory may be opened by SQL. */
  allowFiles: boolean;
  /** MiB of memory that its process may use. */
  memoryMb: number;
}

/** What the session asks of its engine's process. `number` names the request, for its cancel. */
export type Command =
  | ({ type: 'open' } & OpenCommand)
  | { type: 'run'; number: number; sql: string; limits: ReadLimits }
  | { type: 'introspect'; number: number }
  | { type: 'reset'; number: number };

/** What is known of a session between statements. */
export interface SessionState {
  /** Nothing would be lost if another process took over: no transaction, nothing temporary, no setting. */
  isPlain: boolean;
  /** What the last statement did is not committed yet. */
  inTransaction: boolean;
}

/** A DriverError on its way through the pipe. */
export interface ErrorData {
  kind: DriverErrorKind;
  outcome: Outcome;
  title: string;
  detail?: string | undefined;
  hint?: string | undefined;
  position?: number | undefined;
  sqlState?: string | undefined;
}

/** What the engine's process answers, as JSON. Rows are the one kind of frame that is not JSON. */
export type Answer =
  | { type: 'opened'; state: SessionState }
  | { type: 'prepared'; writes: boolean }
  | { type: 'accepted'; columns: ColumnInfo[] | null }
  | { type: 'done'; summary: StatementSummary; state: SessionState }
  | { type: 'schema'; schema: ConnectionSchema; state: SessionState }
  | { type: 'reset'; state: SessionState }
  | { type: 'failed'; error: ErrorData; state: SessionState };

/** A frame begins with its kind and the length of its body. */
export const HEADER_BYTES = 5;
/** The body is an {@link Answer}. */
export const ANSWER = 1;
/** The body is a number of rows (four bytes), then the rows. */
export const ROWS = 2;

/** Writes a frame's header. */
export function header(kind: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES);
  bytes.writeUInt8(kind);
  bytes.writeUInt32LE(length, 1);
  return bytes;
}

/** A command with its length before it. */
export function commandFrame(command: Command): Buffer {
  const body = Buffer.from(JSON.stringify(command));
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([length, body]);
}

/** The parts of an error that go through the pipe. */
export const errorData = (error: DriverError): ErrorData => {
  const { kind, outcome, title, detail, hint, position, sqlState } = error;
  return { kind, outcome, title, detail, hint, position, sqlState };
};

/** The error again. */
export const errorOf = ({ kind, outcome, title, ...options }: ErrorData): DriverError =>
  new DriverError(kind, outcome, title, options);
