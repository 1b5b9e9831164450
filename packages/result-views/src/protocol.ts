import type { CompareRequest, ViewRequest } from '@sluice/contracts';
import type { DatabaseOptions } from './engine/database.js';
import type { TypedColumn } from './engine/kinds.js';
import type { ParquetRequest } from './engine/parquet.js';
import type { StoredFile } from './engine/rows-file.js';
import type { FailureCode } from './engine/view-failure.js';

interface Opening {
  columns: TypedColumn[];
  limits: Omit<DatabaseOptions, 'files'>;
}

/** The first message to a process that answers views: its result, null without rows, and its limits. */
export interface OpenMessage extends Opening {
  type: 'open';
  stored: StoredFile | null;
}

/** The first message to a process that compares two results. A result without rows is null. */
export interface OpenPairMessage extends Opening {
  type: 'openPair';
  before: StoredFile | null;
  after: StoredFile | null;
}

/** A request of a comparison: the process knows the results. */
export type PairRequest = Omit<CompareRequest, 'before'>;

/** A request. A process for one result answers `view` and `write`, one for two results `compare`. */
export type Asked =
  | { type: 'view'; request: ViewRequest }
  | { type: 'compare'; request: PairRequest }
  /** The body of the reply is empty. */
  | { type: 'write'; request: ParquetRequest };

/** A message to the process. `number` identifies a request. */
export type Message =
  | OpenMessage
  | OpenPairMessage
  | { type: 'request'; number: number; asked: Asked }
  | { type: 'cancel'; number: number };

/** A message of the process. */
export type Reply =
  | { number: number; body: Uint8Array }
  | { number: number; failure: FailureCode; detail: string };
