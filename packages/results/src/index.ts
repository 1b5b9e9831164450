export { ResultsError, type ResultsErrorCode } from './errors.js';
export { openFileResultStore, type FileResultStoreOptions } from './file-store.js';
export { requireOwnPath } from './paths.js';
export { openResultStore, type ResultStoreOptions } from './open-store.js';
export { openS3ResultStore, type S3ResultStoreOptions } from './s3/s3-store.js';
export { nodeFileSystem, type FileSystem, type OpenFile } from './file-system.js';
export type {
  ExpectedResult,
  ListedResult,
  Page,
  ReadOptions,
  PartialReading,
  ResultChunk,
  ResultReading,
  ResultStore,
  ResultWriter,
  StoredResult,
} from './store.js';
export { createSliceQueue, type SliceQueue } from './convert/slice-queue.js';
export {
  convertToText,
  measureText,
  type Checkpoint,
  type Measured,
  type TextConversion,
  type TextFormat,
} from './convert/text-formats.js';
export type { ConvertedColumn } from './convert/columns.js';
export { distinctNames } from './convert/objects.js';
export { columnsPerSheet, convertToWorkbook, rowsPerSheet } from './convert/xlsx/workbook.js';
export { emptyRows } from './range-stream.js';
