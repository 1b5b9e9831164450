import type { BoundValue, ColumnInfo, ConnectionSchema, TableDetail } from '@sluice/contracts';
import type { RowChunk, StatementSummary, TableName } from '../contract/driver.js';
import type { ReadLimits } from '../session/session.js';
import type { SessionState } from '../local/frames.js';

/** Receives the results of a statement and reports its cancel. */
export interface StatementSink {
  readonly isCancelled: () => boolean;
  /** The engine has parsed the statement and starts to run it. */
  prepared(writes: boolean): void;
  accepted(columns: ColumnInfo[]): void;
  /** Blocks while the pipe is full. */
  rows(chunk: RowChunk): void;
}

/** An open database in the engine's process. Methods throw DriverError. */
export interface Engine {
  readonly state: SessionState;
  run(
    sql: string,
    values: readonly BoundValue[],
    limits: ReadLimits,
    output: StatementSink,
  ): StatementSummary | Promise<StatementSummary>;
  introspect(): ConnectionSchema | Promise<ConnectionSchema>;
  /** See `DriverConnection.describeTable`. */
  describeTable(table: TableName): TableDetail | null | Promise<TableDetail | null>;
  /** Restores the state after opening. */
  reset(): void | Promise<void>;
  /** Interrupts the running statement, if the engine supports it. */
  interrupt(): void;
  close(): void;
}
