import type { StatementError } from '@sluice/contracts';

/** What a client knows of one batch. */
export interface ClientEntry {
  batchId: string;
  /** The final status that the API once told; null when the client never saw one. */
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

/** A row that a statement wrote into the target database: one each time that it ran. */
export interface Effect {
  marker: string;
  at: Date;
  backendPid: number;
}

/** A file of the results, or an object. */
export interface ResultFile {
  /** Relative to the folder, or the key. */
  path: string;
  bytes: number;
  crc32: number;
  /** Length of the array in it; null when it is no whole JSON array. */
  rows: number | null;
}

/** An UPDATE that met a row that was final already, as the trigger saw it. */
export interface FinalRowChange {
  table: string;
  id: string;
  before: string;
  after: string;
}

/** When something was broken on purpose, by this machine's clock, which the databases share. */
export interface FaultTime {
  kind: string;
  from: Date;
  until: Date;
}

/** All that a run left behind, read after its end. */
export interface Evidence {
  /** Batches that were acknowledged. */
  clients: ClientEntry[];
  batches: BatchEvidence[];
  statements: StatementEvidence[];
  effects: Effect[];
  files: ResultFile[];
  finalRowChanges: FinalRowChange[];
  /** Texts of the service's queries that still run in the target database. */
  runningQueries: string[];
  faults: FaultTime[];
  /** Within this after the last fault every batch has to be final, in milliseconds. */
  finalWithinMs: number;
}

/** The marker that a statement records itself with, `null` when it records nothing. */
export const markerOf = (text: string): string | null =>
  /insert into effects [^']*'([^']+)'/.exec(text)?.[1] ?? null;

/** A statement that records its own marker: a second run shows as a second row. */
export const recording = (marker: string): string =>
  `insert into effects select '${marker}', clock_timestamp(), pg_backend_pid()`;
