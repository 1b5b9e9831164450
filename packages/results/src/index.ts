export { ResultsError, type ResultsErrorCode } from './errors.js';
export { openFileResultStore, type FileResultStoreOptions } from './file-store.js';
export type { FileSystem, OpenFile } from './file-system.js';
export type {
  ExpectedResult,
  Page,
  PartialReading,
  ResultChunk,
  ResultReading,
  ResultStore,
  ResultWriter,
  StoredResult,
} from './store.js';
