import type { BoundValue, ColumnInfo, ConnectionSchema, TableDetail } from '@sluice/contracts';
import type { LookupAddress } from 'node:dns';
import type { DriverDefinition } from '../definition/driver-definition.js';
import type { RowMemory } from '../rows/row-memory.js';
import type { DriverError } from './driver-error.js';

export { DriverError, type DriverErrorKind, type DriverErrorOptions } from './driver-error.js';

/**
 * Encoded rows for the result file: each row is a JSON array, rows are joined by `,
 * `, and the bytes contain no other line feed. The receiver owns `json` and may return it with `release`.
 */
export interface RowChunk {
  rowCount: number;
  json: Uint8Array;
  /** Returns the memory of `json` for reuse once it is no longer read. Call it at most once. */
  release?: () => void;
}

/** A placeholder of a statement with the values that are bound in its place. */
export interface BoundPlaceholder {
  /** Equal names have equal values. */
  name: string;
  /** Start in the statement's text, in UTF-16 code units. */
  startOffset: number;
  /** End (exclusive). */
  endOffset: number;
  /** One value, or those of a list, which are bound separated by commas. */
  values: readonly BoundValue[];
}

/** Limits and the cancel signal of one statement. */
export interface RunOptions {
  /** Aborting cancels the statement; see {@link DriverConnection.run}. */
  signal: AbortSignal;
  /** Maximum rows to store; null = all. Enforced while reading, never by rewriting the SQL. */
  maxRows: number | null;
  /** Maximum bytes of encoded result; null = all. */
  maxBytes: number | null;
  /**
   * Maximum size of a value in bytes. A larger one ends the statement with kind `limit` before it is buffered.
   */
  maxCellBytes: number;
  /** Maximum size of a row as sent by the database, which is buffered whole. */
  maxRowBytes: number;
  /** Statement timeout in milliseconds (error kind `timeout`); null = none. */
  timeoutMs: number | null;
  /** Memory budget for the rows of all statements of the process; absent = none. */
  rowMemory?: RowMemory | undefined;
  /**
   * Names and ids sent with the statement, for database administrators. BigQuery gets job labels and Snowflake
   * a QUERY_TAG, because both cache results by the text. The other engines get a comment after the statement,
   * except where the text ends inside a literal or comment and for statements that define objects (CREATE,
   * ALTER). Error positions stay those of the statement.
   */
  tag?: Readonly<Record<string, string>> | undefined;
  /**
   * The placeholders of the text, in order. Each is sent as a mark of the engine, such as `$1`, and its values
   * are bound: they never become part of the text. Error positions are those in the text with placeholders.
   */
  parameters?: readonly BoundPlaceholder[] | undefined;
  /**
   * Only for drivers with {@link Driver.resume}: called once when the server's id of the statement is known,
   * and awaited before the driver continues. If it rejects, the statement is cancelled.
   */
  onHandover?: ((handover: Handover) => Promise<void>) | undefined;
}

/** State from which another process can continue a statement and its session on the server. */
export interface Handover {
  /** The server's id of the statement, also shown to users: a query id or job id. */
  readonly executionId: string;
  /** Argument of {@link Driver.resume}. JSON-serializable; can contain secrets, so it is stored encrypted. */
  readonly session: Readonly<Record<string, unknown>>;
}

/** Result of a statement, available after its last chunk. */
export interface StatementSummary {
  /** Null if the statement has no result set. Includes statistics of the stored rows. */
  columns: ColumnInfo[] | null;
  /** Rows delivered in chunks. */
  rowCount: number;
  /** Rows changed by the command, as counted by the database; null if unknown. */
  affectedRows: number | null;
  /** Command tag, such as `SELECT` or `CREATE TABLE`. */
  command: string | null;
  /** The limit that truncated the rows; null if no row was omitted. */
  truncatedBy: 'rows' | 'bytes' | null;
  /** The first 100 notices. If there were more, a last notice counts those that were left out. */
  notices: string[];
}

/** An accepted statement: first its columns, then its rows with back-pressure. */
export interface StatementRun {
  /** Without statistics; {@link StatementSummary.columns} has them. */
  columns: ColumnInfo[] | null;
  /** Must be read to its end or closed with `return()` before the next `run`. Throws {@link DriverError}. */
  chunks: AsyncIterable<RowChunk>;
  /** Returns the summary. Throws before `chunks` has ended. */
  summary(): StatementSummary;
  /**
   * Stops the statement if it is running, drops its rows, and resolves when the session is free. Returns null
   * if the statement completed; otherwise the error with its outcome. Never rejects.
   */
  giveUp(): Promise<DriverError | null>;
}

/** Names a table as {@link DriverConnection.introspect} returned it. */
export interface TableName {
  /** Null in databases without schemas. */
  schema: string | null;
  name: string;
}

/** A session in the target database. Runs one statement at a time. */
export interface DriverConnection {
  /**
   * The database's id of the session (backend pid, thread id); null if there is none or each statement has its
   * own ({@link Handover.executionId}). With this id and the connection's fields, {@link Driver.cancelOrphan}
   * can end the session.
   */
  readonly executionId: string | null;
  /** True once the session has ended. */
  readonly closed: boolean;
  /** Whether a pooler gives the server connection to other clients after each transaction. */
  readonly isPooled: boolean;
  /**
   * Whether the last statement left an open transaction, which is rolled back when the session closes; null if
   * unknown. For an idle session.
   */
  readonly inTransaction: boolean | null;
  /**
   * Sends one statement once and resolves when the database has accepted it. On abort or timeout it sends a
   * cancel request on a second connection; after 5 s the backend is terminated; after 5 s more the socket is
   * closed. A cancel never affects a later statement: `chunks` ends only after its response.
   * @throws {DriverError}
   */
  run(sql: string, options: RunOptions): Promise<StatementRun>;
  /** Returns the schemas, tables and columns visible to the session's user. @throws {DriverError} */
  introspect(signal: AbortSignal): Promise<ConnectionSchema>;
  /**
   * Returns keys, indexes, row estimate, comment and definition of a table; null if the session's user sees no
   * such table. @throws {DriverError}
   */
  describeTable(table: TableName, signal: AbortSignal): Promise<TableDetail | null>;
  /**
   * Resets an idle session for another batch of the same user. Returns false if the reset is incomplete and the
   * session must be closed. Never throws.
   */
  reset(): Promise<boolean>;
  /**
   * Returns the privileges of the session's user beyond its data, such as access to server files or superuser
   * privileges, in the database's terms; empty if it has none or the engine cannot report them. For an idle
   * session. Never throws.
   */
  highPrivileges(): Promise<string[]>;
  /**
   * Present if {@link Driver.resume} is: reads a statement that another process sent in this session, like
   * {@link run} after acceptance. Nothing is sent again.
   * @throws {DriverError} outcome `unknown` if the server does not know the statement
   */
  adopt?(executionId: string, options: Omit<RunOptions, 'tag'>): Promise<StatementRun>;
  /**
   * Present if {@link Driver.resume} is: detaches from the session and its statement, which continue on the
   * server. Pending calls fail with kind `connection`, outcome `unknown`. The session is closed here
   * afterwards. Never throws.
   */
  detach?(): Promise<void>;
  /** Ends the session and cancels a running statement first. Can be called twice; never throws. */
  close(): Promise<void>;
}

/** Values of the definition's fields with rendered templates; numbers and flags as entered. */
export type ConnectionConfig = Record<string, unknown>;

/** Resources of the worker's machine that the operator allows connections to use. */
export interface MachineAccess {
  /** Directory whose files local engines may open; absent = local engines are disabled. */
  filesDirectory?: string | undefined;
  /** Memory limit of a local engine's process in MiB; absent = 2,048. */
  engineMemoryMb?: number | undefined;
  /** Directory whose Unix sockets may be dialled; absent = none. */
  socketsDirectory?: string | undefined;
  /** Whether a connection without its own credentials may use the machine's. */
  credentials?: boolean | undefined;
}

/**
 * Decides which addresses connections may dial. All methods throw a {@link DriverError} of kind `connection`,
 * outcome `not_run`, for a forbidden or unknown target.
 */
export interface Targets {
  /** Resolves a host once: exactly these addresses are dialled at the port. */
  resolve(host: string, port: number, postgresDatabase?: string): Promise<LookupAddress[]>;
  /**
   * Returns the destination to request from a proxy: a resolved address, or the name for the proxy to resolve.
   */
  behindProxy(host: string, port: number, postgresDatabase?: string): Promise<string>;
  /** Checks whether a database may be reached through the Unix socket with this port. */
  checkSocket(port: number, postgresDatabase: string): Promise<void>;
}

/** Options of a session, in addition to the driver's fields. */
export interface SessionOptions {
  /** Aborting cancels the connect. */
  signal: AbortSignal;
  connectTimeoutMs: number;
  /** Application name for database administrators, such as `sluice`. */
  applicationName: string;
  /**
   * Makes the session read-only in the database. SQL can undo it on some engines; a role without privileges
   * cannot be undone.
   */
  readOnly: boolean;
  /** Resources of the machine the connection may use; absent = none. */
  machine?: MachineAccess | undefined;
  /**
   * Statement timeout of the database itself in milliseconds, where supported, for the case that the worker
   * dies. SQL can change it, so {@link RunOptions.timeoutMs} is the effective limit.
   */
  statementTimeoutMs?: number | null | undefined;
  /** Decides which addresses the connection and the addresses named by its server may use; absent = any. */
  targets?: Targets | undefined;
}

/** A database engine. */
export interface Driver {
  readonly definition: DriverDefinition;
  /** @throws {DriverError} kind `connection` or `authentication`, outcome `not_run`. */
  connect(config: ConnectionConfig, options: SessionOptions): Promise<DriverConnection>;
  /**
   * Present if statements live on the server under an id: resumes the session of a {@link Handover.session} in
   * another process.
   * @throws {DriverError} kind `connection` or `authentication`
   */
  resume?(
    config: ConnectionConfig,
    session: Handover['session'],
    options: SessionOptions,
  ): Promise<DriverConnection>;
  /**
   * Ends an orphaned session and its statement from another process. `stopped`: it was ended now; `gone`: no
   * such session exists, and a later one with the same number is unaffected.
   * @throws {DriverError} if the state is unknown; a retry may help
   */
  cancelOrphan(
    config: ConnectionConfig,
    executionId: string,
    options: Omit<SessionOptions, 'readOnly'>,
  ): Promise<'stopped' | 'gone'>;
}
