import type { StatementError } from '@sluice/contracts';

/** A client's knowledge of one batch. */
export interface ClientEntry {
  batchId: string;
  /** The final status that the API reported; null if the client never saw one. */
  seenFinal: string | null;
}

/** A row of the service's `batches`. */
export interface BatchEvidence {
  id: string;
  status: string;
  stopTime: Date | null;
}

/** A row of the service's `statements`. */
export interface StatementEvidence {
  id: string;
  batchId: string;
  sequence: number;
  text: string;
  status: string;
  startTime: Date | null;
  stopTime: Date | null;
  resultsPath: string | null;
  rowCount: number | null;
  bytes: number | null;
  /** CRC-32 of the result file. */
  checksum: number | null;
  error: StatementError | null;
}

/** A row that a statement wrote into the target database: one per execution. */
export interface Effect {
  marker: string;
  at: Date;
  backendPid: number;
}

/** A result file or object. */
export interface ResultFile {
  /** Path relative to the folder, or the key. */
  path: string;
  bytes: number;
  crc32: number;
  /** Length of the array in it; null if it is not a complete JSON array. */
  rows: number | null;
}

/** An UPDATE of a row that was already final, as the trigger saw it. */
export interface FinalRowChange {
  table: string;
  id: string;
  before: string;
  after: string;
}

/** When a fault was injected, by this machine's clock, which the databases share. */
export interface FaultTime {
  kind: string;
  from: Date;
  until: Date;
}

/** Everything that a run left, read after its end. */
export interface Evidence {
  /** Acknowledged batches. */
  clients: ClientEntry[];
  batches: BatchEvidence[];
  statements: StatementEvidence[];
  effects: Effect[];
  files: ResultFile[];
  finalRowChanges: FinalRowChange[];
  /** Texts of the service's queries that still run in the target database. */
  runningQueries: string[];
  faults: FaultTime[];
  /** Milliseconds after the last fault within which every batch must be final. */
  finalWithinMs: number;
}

/** Returns the marker that a statement writes; `null` if it writes none. */
export const markerOf = (text: string): string | null =>
  /insert into effects [^']*'([^']+)'/.exec(text)?.[1] ?? null;

/** Returns a statement that writes its marker; a second execution shows as a second row. */
export const recording = (marker: string): string =>
  `insert into effects select '${marker}', clock_timestamp(), pg_backend_pid()`;
