import type {
  BoundValue,
  ColumnInfo,
  ConnectionSchema,
  Outcome,
  TableDetail,
} from '@sluice/contracts';
import {
  DriverError,
  type DriverErrorKind,
  type StatementSummary,
  type TableName,
} from '../contract/driver.js';
import type { ReadLimits } from '../session/session.js';

/** How an engine opens its database. Paths are absolute and checked. */
export interface OpenCommand {
  /** Null opens an in-memory database. */
  file: string | null;
  /** The engine opens no file outside this directory. */
  directory: string;
  readOnly: boolean;
  /** SQL may open other files of the directory. */
  allowFiles: boolean;
  /** Memory limit of the process in MiB. */
  memoryMb: number;
}

/** A request to the engine's process. `number` identifies the request for a cancel. */
export type Command =
  | ({ type: 'open' } & OpenCommand)
  | { type: 'run'; number: number; sql: string; limits: ReadLimits; values: readonly BoundValue[] }
  | { type: 'introspect'; number: number }
  | { type: 'describe'; number: number; table: TableName }
  | { type: 'reset'; number: number };

/** State of a session between two statements. */
export interface SessionState {
  /**
   * Another process can replace this one without loss: no transaction, no temporary object, no changed setting.
   */
  isPlain: boolean;
  /** The last statement left an open transaction. */
  inTransaction: boolean;
}

/** A DriverError as JSON. */
export interface ErrorData {
  kind: DriverErrorKind;
  outcome: Outcome;
  title: string;
  detail?: string | undefined;
  hint?: string | undefined;
  position?: number | undefined;
  sqlState?: string | undefined;
}

/** A response of the engine's process. Every frame except rows is JSON. */
export type Answer =
  | { type: 'opened'; state: SessionState }
  | { type: 'prepared'; writes: boolean }
  | { type: 'accepted'; columns: ColumnInfo[] | null }
  | { type: 'done'; summary: StatementSummary; state: SessionState }
  | { type: 'schema'; schema: ConnectionSchema; state: SessionState }
  | { type: 'table'; detail: TableDetail | null; state: SessionState }
  | { type: 'reset'; state: SessionState }
  | { type: 'failed'; error: ErrorData; state: SessionState };

/** Length of a frame's header: one byte of kind, four bytes of body length. */
export const HEADER_BYTES = 5;
/** Frame kind: the body is an {@link Answer}. */
export const ANSWER = 1;
/** Frame kind: the body is a row count (four bytes) followed by the rows. */
export const ROWS = 2;

/** Returns the header of a frame. */
export function header(kind: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES);
  bytes.writeUInt8(kind);
  bytes.writeUInt32LE(length, 1);
  return bytes;
}

/** Returns a command prefixed with its length. */
export function commandFrame(command: Command): Buffer {
  const body = Buffer.from(JSON.stringify(command));
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([length, body]);
}

/** Returns the serializable part of an error. */
export const errorData = (error: DriverError): ErrorData => {
  const { kind, outcome, title, detail, hint, position, sqlState } = error;
  return { kind, outcome, title, detail, hint, position, sqlState };
};

/** Restores an error from {@link errorData}. */
export const errorOf = ({ kind, outcome, title, ...options }: ErrorData): DriverError =>
  new DriverError(kind, outcome, title, options);
