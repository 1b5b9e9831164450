import type { ColumnInfo, ConnectionSchema, errorKinds, Outcome } from '@sluice/contracts';
import type { LookupAddress } from 'node:dns';
import type { DriverDefinition } from '../definition/driver-definition.js';
import type { RowMemory } from '../rows/row-memory.js';

/**
 * Encoded rows on their way to the result file: each row a JSON array, rows joined by `,\n`, with no
 * other line feed in the bytes. Ownership of `json` passes to the receiver, who may give it back.
 */
export interface RowChunk {
  rowCount: number;
  json: Uint8Array;
  /** Gives the memory of `json` back for rows to come: nobody reads it any more. Once, or never. */
  release?: () => void;
}

/** Limits and the cancel signal of one statement. */
export interface RunOptions {
  /** Aborting asks the database to stop the statement; see {@link DriverConnection.run}. */
  signal: AbortSignal;
  /** Rows to keep; null = all. Enforced by reading, never by rewriting the SQL. */
  maxRows: number | null;
  /** Bytes of encoded result to keep; null = all. */
  maxBytes: number | null;
  /** A value above this many bytes ends the statement in error (kind `limit`) before it is buffered. */
  maxCellBytes: number;
  /** The same for a row as the database sends it: it is buffered whole. */
  maxRowBytes: number;
  /** Milliseconds after which the statement is stopped with kind `timeout`; null = never. */
  timeoutMs: number | null;
  /** Bounds what all statements of the process hold of their rows; absent = nothing does. */
  rowMemory?: RowMemory | undefined;
  /**
   * Names and ids sent with the statement, for people who watch the database. BigQuery gets job labels and
   * Snowflake a QUERY_TAG, since both cache results by the text. The other engines get a comment behind the
   * statement, except where the text's end is open and for statements that define objects (CREATE, ALTER).
   * Error positions stay those of the statement.
   */
  tag?: Readonly<Record<string, string>> | undefined;
  /**
   * Only used by drivers with {@link Driver.resume}: called once, as soon as the id of the statement on
   * the server is known, and awaited before anything else is done with it. When it rejects, the statement
   * is cancelled.
   */
  onHandover?: ((handover: Handover) => Promise<void>) | undefined;
}

/**
 * What another process needs to go on with a statement that lives on the server, whatever becomes of its
 * client, and with the session that it runs in.
 */
export interface Handover {
  /** The server's own id of the statement, for users too: a query id, a job id. */
  readonly executionId: string;
  /** For {@link Driver.resume}. Survives JSON; may hold secrets, so it is kept encrypted. */
  readonly session: Readonly<Record<string, unknown>>;
}

/** What a statement left behind, known once its chunks have ended. */
export interface StatementSummary {
  /** Null when the statement has no result set. Includes the statistics over the stored rows. */
  columns: ColumnInfo[] | null;
  /** Rows handed over in chunks. */
  rowCount: number;
  /** Rows the command changed, as the database counts them; null when it does not say. */
  affectedRows: number | null;
  /** Command tag, such as `SELECT` or `CREATE TABLE`. */
  command: string | null;
  /** Set only when rows were really left out. */
  truncatedBy: 'rows' | 'bytes' | null;
  /** The first 100 notices. */
  notices: string[];
}

/** A statement that the database accepted: columns first, then rows under back-pressure. */
export interface StatementRun {
  /** Statistics are still empty here; {@link StatementSummary.columns} has them. */
  columns: ColumnInfo[] | null;
  /** Must be read to its end, or closed with `return()`, before the next `run`. Throws {@link DriverError}. */
  chunks: AsyncIterable<RowChunk>;
  /** Throws when called before `chunks` has ended. */
  summary(): StatementSummary;
  /**
   * Stops the statement unless it has ended, drops its rows, and resolves when the session is free. Null
   * when the statement completed; otherwise the error whose outcome says what became of it. Never rejects.
   */
  giveUp(): Promise<DriverError | null>;
}

/** One session in the target database. Runs one statement at a time. */
export interface DriverConnection {
  /**
   * The database's own id of the session (backend pid, thread id), null where there is none, or where
   * each statement has its own ({@link Handover.executionId}). Whoever has it and the connection's fields
   * can end what the session runs: {@link Driver.cancelOrphan}.
   */
  readonly executionId: string | null;
  /** True once the session is gone, for whatever reason. */
  readonly closed: boolean;
  /**
   * Whether what the last statement did is still in a transaction, which ends without effect when the
   * session closes. Null when the driver cannot tell. For an idle session.
   */
  readonly inTransaction: boolean | null;
  /**
   * Sends one statement, once, and resolves when the database has accepted it. On abort or time-out:
   * a polite cancel on a second connection; after 5 s the backend is terminated; after 5 s more the
   * socket is destroyed. A cancel never outlives the statement: `chunks` ends only when its answer is in.
   * @throws {DriverError}
   */
  run(sql: string, options: RunOptions): Promise<StatementRun>;
  /** Schemas, tables and columns that this session's user may see. @throws {DriverError} */
  introspect(signal: AbortSignal): Promise<ConnectionSchema>;
  /**
   * Brings an idle session back to how it was opened, for another batch of the same user. False when
   * that cannot be said of it: it must be closed then. Never throws.
   */
  reset(): Promise<boolean>;
  /**
   * The rights of this session's user that reach beyond its data: to the server's files and programs, or to
   * the whole of it. In the database's words, such as `superuser`; empty where it has none, or where the
   * engine cannot tell. For an idle session. Never throws.
   */
  highRights(): Promise<string[]>;
  /**
   * Present together with {@link Driver.resume}: reads a statement that another process sent in this
   * session, as {@link run} does after the database has accepted it. Nothing is sent again.
   * @throws {DriverError} outcome `unknown` when the server knows no statement of this id
   */
  adopt?(executionId: string, options: Omit<RunOptions, 'tag'>): Promise<StatementRun>;
  /**
   * Present together with {@link Driver.resume}: lets go of the session and of what it runs; both go on
   * on the server. What is being waited for or read ends in a {@link DriverError} of kind `connection`,
   * outcome `unknown`. The session is closed here afterwards. Never throws.
   */
  detach?(): Promise<void>;
  /** Ends the session; may be called twice; never throws. A running statement is cancelled first. */
  close(): Promise<void>;
}

/** Values of the definition's fields, templates already rendered; numbers and flags still as entered. */
export type ConnectionConfig = Record<string, unknown>;

/** What of the machine that we run on the operator lets connections use. */
export interface MachineAccess {
  /** The one directory whose files the engines inside the worker may open; absent = they are off. */
  filesDirectory?: string | undefined;
  /** MiB of memory that the process of such an engine may use; absent = 2,048. */
  engineMemoryMb?: number | undefined;
  /** The one directory whose Unix sockets may be dialled; absent = none. */
  socketsDirectory?: string | undefined;
  /** Whether a connection without credentials of its own may sign in as the machine. */
  credentials?: boolean | undefined;
}

/**
 * Decides where connections may go, by the very addresses that are dialled then. All of it throws a
 * {@link DriverError} of kind `connection`, outcome `not_run`, for what is not allowed or not known.
 */
export interface Targets {
  /** The addresses of a host, looked up once: these are dialled at the port, and no others. */
  resolve(host: string, port: number, postgresDatabase?: string): Promise<LookupAddress[]>;
  /** What a proxy is told to connect to: an address that was looked up here, or a name left to it. */
  behindProxy(host: string, port: number, postgresDatabase?: string): Promise<string>;
  /** Says whether a database may be asked for by the Unix socket with this number. */
  checkSocket(port: number, postgresDatabase: string): Promise<void>;
}

/** Settings of a session that are not the driver's own fields. */
export interface SessionOptions {
  /** Aborting gives the connect up. */
  signal: AbortSignal;
  connectTimeoutMs: number;
  /** Shown to DBAs, such as `sluice`. */
  applicationName: string;
  /** Ask the database itself to refuse writes. SQL can undo it: a role without rights cannot be undone. */
  readOnly: boolean;
  /** What of the machine that we run on the connection may use; absent = nothing. */
  machine?: MachineAccess | undefined;
  /**
   * Milliseconds after which the database itself ends a statement, where it can: for the case that nobody
   * of us is left to do it. SQL can undo it, so {@link RunOptions.timeoutMs} is the limit that counts.
   */
  statementTimeoutMs?: number | null | undefined;
  /** Decides where the connection, and whatever its server names, may go; absent = anywhere. */
  targets?: Targets | undefined;
}

/** A database engine. */
export interface Driver {
  readonly definition: DriverDefinition;
  /** @throws {DriverError} kind `connection` or `authentication`, outcome `not_run`. */
  connect(config: ConnectionConfig, options: SessionOptions): Promise<DriverConnection>;
  /**
   * Present where statements live on the server under an id: opens the session of a
   * {@link Handover.session} again, from another process, without a statement of its own.
   * @throws {DriverError} kind `connection` or `authentication`
   */
  resume?(
    config: ConnectionConfig,
    session: Handover['session'],
    options: SessionOptions,
  ): Promise<DriverConnection>;
  /**
   * Ends a session that nobody holds any more, and what it runs, from another process. `stopped`: it is
   * gone now; `gone`: there was none of this id, and a later one that looks like it is left alone.
   * @throws {DriverError} when that cannot be said; trying again may help
   */
  cancelOrphan(
    config: ConnectionConfig,
    executionId: string,
    options: Omit<SessionOptions, 'readOnly'>,
  ): Promise<'stopped' | 'gone'>;
}

/** What sort of thing went wrong. */
export type DriverErrorKind = (typeof errorKinds)[number];

/** What a {@link DriverError} carries beside its kind, outcome and title. */
export interface DriverErrorOptions {
  detail?: string | undefined;
  hint?: string | undefined;
  /** Character in the statement's text, from 1. */
  position?: number | undefined;
  sqlState?: string | undefined;
  /** A session was refused because all that may be open are: a later try may succeed. */
  isTargetFull?: boolean | undefined;
  cause?: unknown;
}

/** An error of a target database; `title` is the database's own message and holds no secret. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  readonly position: number | undefined;
  readonly sqlState: string | undefined;
  /** See {@link DriverErrorOptions.isTargetFull}. */
  readonly isTargetFull: boolean;

  constructor(
    readonly kind: DriverErrorKind,
    /** `not_run`: nothing was sent. `failed`: refused or cancelled with the database's word. `unknown`: sent, and nobody knows. */
    readonly outcome: Outcome,
    readonly title: string,
    options: DriverErrorOptions = {},
  ) {
    super(title, { cause: options.cause });
    this.detail = options.detail;
    this.hint = options.hint;
    this.position = options.position;
    this.sqlState = options.sqlState;
    this.isTargetFull = options.isTargetFull ?? false;
  }
}
