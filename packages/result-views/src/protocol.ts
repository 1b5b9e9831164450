import type { ViewRequest } from '@sluice/contracts';
import type { DatabaseOptions } from './engine/database.js';
import type { TypedColumn } from './engine/kinds.js';
import type { StoredFile } from './engine/rows-file.js';
import type { FailureCode } from './engine/view-failure.js';

/** The first message to a process: its result and its limits. */
export interface OpenMessage {
  type: 'open';
  stored: StoredFile;
  columns: TypedColumn[];
  limits: Omit<DatabaseOptions, 'file'>;
}

/** A message to the process. `number` identifies a request. */
export type Message =
  | OpenMessage
  | { type: 'view'; number: number; request: ViewRequest }
  | { type: 'cancel'; number: number };

/** A message of the process. */
export type Reply =
  { number: number; body: Uint8Array } | { number: number; failure: FailureCode; detail: string };
