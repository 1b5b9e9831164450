import type { ColumnInfo, ConnectionSchema } from '@sluice/contracts';
import type { RowChunk, StatementSummary } from '../contract/driver.js';
import type { ReadLimits } from '../session/session.js';
import type { SessionState } from '../local/frames.js';

/** Where a statement's results go, and how it hears that nobody wants them. */
export interface StatementOutput {
  readonly isCancelled: () => boolean;
  /** The engine has read the statement: from here on it may change something. */
  prepared(writes: boolean): void;
  accepted(columns: ColumnInfo[]): void;
  /** Blocks until there is room. */
  rows(chunk: RowChunk): void;
}

/** An open database in the engine's process. Errors are DriverErrors. */
export interface Engine {
  readonly state: SessionState;
  run(
    sql: string,
    limits: ReadLimits,
    output: StatementOutput,
  ): StatementSummary | Promise<StatementSummary>;
  introspect(): ConnectionSchema | Promise<ConnectionSchema>;
  /** Back to how it was opened. */
  reset(): void | Promise<void>;
  /** Stops what runs, for engines that hear it. */
  interrupt(): void;
  close(): void;
}
