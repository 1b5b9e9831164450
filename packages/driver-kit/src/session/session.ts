import type { BoundValue, ConnectionSchema, TableDetail } from '@sluice/contracts';
import type { Dialect } from '@sluice/sql';
import type { RunOptions, StatementRun, TableName } from '../contract/driver.js';
import type { ParameterMarks } from '../sql/bind.js';

/** Limits that the engine enforces while it reads a result. */
export type ReadLimits = Pick<
  RunOptions,
  'maxRows' | 'maxBytes' | 'maxCellBytes' | 'maxRowBytes' | 'rowMemory'
>;

/** Options of {@link Session.start}, in addition to the text. */
export interface StartOptions extends ReadLimits, Pick<RunOptions, 'onHandover' | 'tag'> {
  /** Values of the text's marks, in the order of their numbers; absent = none. */
  values?: readonly BoundValue[] | undefined;
}

/** A statement as its engine runs it; {@link guarded} adds the common behaviour. */
export interface SessionRun extends Omit<StatementRun, 'giveUp'> {
  /** The database completed the statement before its rows are read: stopping early has no effect on it. */
  completed?: true;
}

/**
 * A session as an engine implements it; {@link guarded} turns it into a `DriverConnection`. It is called for
 * one statement at a time and throws DriverErrors.
 */
export interface Session {
  readonly executionId: string | null;
  readonly closed: boolean;
  /** See `DriverConnection.isPooled`; absent = false. */
  readonly isPooled?: boolean;
  /** See `DriverConnection.inTransaction`. */
  readonly inTransaction: boolean | null;
  /** Current SQL dialect; null if the session's settings changed how SQL is parsed. */
  readonly dialect: Dialect | null;
  /** How the engine marks a bound value in a text. */
  readonly marks: ParameterMarks;
  /** The engine sends the tag separately, so the text is sent as submitted. */
  readonly takesTag?: true;
  /** Sends the statement. `chunks` ends only when the session is free for the next statement. */
  start(sql: string, limits: StartOptions): Promise<SessionRun>;
  /**
   * Asks the database to cancel the statement. Resolves when the request can no longer affect a later
   * statement; never rejects. `withdrawn` aborts when the statement has ended: a request not sent by then is
   * dropped.
   */
  cancel(withdrawn: AbortSignal): Promise<void>;
  /**
   * Ends the session from another session, for a statement that ignores its cancel. Otherwise like `cancel`.
   */
  terminate(withdrawn: AbortSignal): Promise<void>;
  /** Closes the socket immediately. The statement ends with outcome `unknown`. */
  destroy(): void;
  introspect(signal: AbortSignal): Promise<ConnectionSchema>;
  /** See `DriverConnection.describeTable`. */
  describeTable(table: TableName, signal: AbortSignal): Promise<TableDetail | null>;
  /** See `DriverConnection.reset`; may throw. */
  reset(): Promise<boolean>;
  /** See `DriverConnection.highPrivileges`; may throw. Absent if the engine cannot report privileges. */
  highPrivileges?(): Promise<string[]>;
  /** Ends an idle session; never throws. */
  end(): Promise<void>;
}

/** A session whose statements live on the server independently of their client. */
export interface ServerSession extends Session {
  /** Reads a statement that another process sent, like `start` does with its own. */
  adopt(executionId: string, options: StartOptions): Promise<SessionRun>;
  /**
   * Detaches from the session and its statement without ending them on the server; pending calls fail with
   * outcome `unknown`. Never rejects.
   */
  detach(): Promise<void>;
}
