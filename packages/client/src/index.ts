export { sql, type BoundSql, type SqlValue } from './bound-sql.js';
export { createClient, type Client } from './client.js';
export {
  ApiError,
  BatchCancelledError,
  NetworkError,
  NotRunError,
  ResultLostError,
  RunAbortedError,
  SluiceError,
  StatementFailedError,
  StatementFailure,
  UnknownOutcomeError,
} from './errors.js';
export type { components, operations, paths } from './generated/api.js';
export type {
  Batch,
  BatchListItem,
  ColumnInfo,
  Connection,
  ErrorBody,
  Operation,
  OperationAnswer,
  OperationInput,
  PlainOperation,
  SendOptions,
  Statement,
  StatementError,
  View,
  ViewRequest,
} from './operations.js';
export type { ClientOptions, RetryOptions } from './options.js';
export type { Page, Row, StatementResult } from './result.js';
export type { FollowOptions, RunOptions, RunQueryOptions } from './run-options.js';
export type { Run } from './run.js';
