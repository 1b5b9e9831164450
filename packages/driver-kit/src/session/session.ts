import type { ConnectionSchema } from '@sluice/contracts';
import type { Dialect } from '@sluice/sql';
import type { RunOptions, StatementRun } from '../contract/driver.js';

/** The limits of one statement that its engine keeps while it reads. */
export type ReadLimits = Pick<
  RunOptions,
  'maxRows' | 'maxBytes' | 'maxCellBytes' | 'maxRowBytes' | 'rowMemory'
>;

/** What {@link Session.start} is told beside the text. */
export type StartOptions = ReadLimits & Pick<RunOptions, 'onHandover' | 'tag'>;

/** A statement as its engine runs it; {@link guarded} adds what all engines have in common. */
export interface SessionRun extends Omit<StatementRun, 'giveUp'> {
  /** The database has completed the statement before its rows are read: giving them up changes nothing. */
  completed?: true;
}

/**
 * What an engine gives; {@link guarded} makes a `DriverConnection` of it and does what all engines
 * have in common. Only one statement runs at a time, and errors are DriverErrors.
 */
export interface Session {
  readonly executionId: string | null;
  readonly closed: boolean;
  /** See `DriverConnection.inTransaction`. */
  readonly inTransaction: boolean | null;
  /** How the session reads SQL now; null when it was told to read it in another way. */
  readonly dialect: Dialect | null;
  /** The engine takes a statement's tag beside the text, which is sent as it was submitted. */
  readonly takesTag?: true;
  /** Sends the statement. `chunks` ends only when the session is free for the next one. */
  start(sql: string, limits: StartOptions): Promise<SessionRun>;
  /**
   * Asks the database to stop the statement. Resolves when the request can hit nothing later; never
   * rejects. `withdrawn` aborts when the statement is over: what is not sent by then must not be.
   */
  cancel(withdrawn: AbortSignal): Promise<void>;
  /** Ends the session from outside, for a statement that did not listen. As `cancel` otherwise. */
  terminate(withdrawn: AbortSignal): Promise<void>;
  /** Drops the socket at once. The statement then ends with outcome `unknown`. */
  destroy(): void;
  introspect(signal: AbortSignal): Promise<ConnectionSchema>;
  /** See `DriverConnection.reset`; may throw. */
  reset(): Promise<boolean>;
  /** See `DriverConnection.highRights`; may throw. Absent where the engine cannot tell. */
  highRights?(): Promise<string[]>;
  /** Ends an idle session; never throws. */
  end(): Promise<void>;
}

/** What an engine gives whose statements live on the server, whatever becomes of their client. */
export interface ServerSession extends Session {
  /** Reads a statement that another process has sent, as `start` does with one of its own. */
  adopt(executionId: string, options: StartOptions): Promise<SessionRun>;
  /**
   * Lets go of the session and what it runs, without telling the server to end them; what is being
   * waited for fails then with outcome `unknown`. Never rejects.
   */
  detach(): Promise<void>;
}
