import {
  batchStatuses,
  cancelOutcomes,
  cancelReasons,
  roles,
  statementStatuses,
  truncationLimits,
} from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Prisma } from './generated/client.js';

// Schemas of the rows that raw queries return. A parameter that a query returns as a column needs a cast in SQL,
// such as `${flag}::boolean`: the database returns it as text otherwise.

/** A JSON column; its contents are checked where they are used. */
export const jsonColumn = z.custom<Prisma.JsonValue>();
/** A JSON column that holds an object. */
export const jsonObjectColumn = z.record(z.string(), z.unknown());
/** A bytea column. */
export const bytesColumn = z.custom<Uint8Array<ArrayBuffer>>(
  (value) => value instanceof Uint8Array && value.buffer instanceof ArrayBuffer,
);

/** A row whose only use is that it exists, as of an update that notifies. */
export const anyRow = z.unknown();
/** A row with an ID. */
export const idRow = z.object({ id: z.string() });
/** A row with a count of rows. */
export const countRow = z.object({ count: z.int() });

/** All columns of a batch, under the names of its Prisma model. */
export const batchRow = z.object({
  id: z.string(),
  queryId: z.string().nullable(),
  name: z.string().nullable(),
  connectionId: z.string(),
  connectionClientId: z.string().nullable(),
  status: z.enum(batchStatuses),
  startTime: z.date(),
  stopTime: z.date().nullable(),
  batchText: z.string(),
  selectedText: z.string().nullable(),
  chart: jsonColumn,
  userId: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int(),
  tenant: z.string(),
  turn: z.bigint(),
  workerPool: z.string(),
  dispatchedAt: z.date(),
  workerId: z.string().nullable(),
  leaseToken: z.string().nullable(),
  claimedAt: z.date().nullable(),
  cancelRequestedAt: z.date().nullable(),
  cancelRequestedBy: z.string().nullable(),
  cancelConfirmedAt: z.date().nullable(),
  cancelOutcome: z.enum(cancelOutcomes).nullable(),
  cancelReason: z.enum(cancelReasons).nullable(),
  tokenId: z.string().nullable(),
  readOnly: z.boolean(),
  maxRows: z.int().nullable(),
  traceParent: z.string().nullable(),
  rowCount: z.bigint().nullable(),
  incomplete: z.boolean().nullable(),
  parameters: z.string().nullable(),
  reuseKey: z.string().nullable(),
  accessUserId: z.string().nullable(),
});

const statementColumns = {
  id: z.string(),
  batchId: z.string(),
  sequence: z.int(),
  statementText: z.string(),
  startOffset: z.int(),
  endOffset: z.int(),
  status: z.enum(statementStatuses),
  columns: jsonColumn,
  command: z.string().nullable(),
  resultsPath: z.string().nullable(),
  incomplete: z.boolean().nullable(),
  truncatedBy: z.enum(truncationLimits).nullable(),
  notices: jsonColumn,
  executionId: z.string().nullable(),
  error: jsonColumn,
  adoptions: z.int(),
  placeholders: z.string().nullable(),
};

/** All columns of a statement, under the names of its Prisma model. */
export const statementRow = z.object({
  ...statementColumns,
  startTime: z.date().nullable(),
  stopTime: z.date().nullable(),
  expiresAt: z.date().nullable(),
  resultsLostAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  rowCount: z.bigint().nullable(),
  affectedRows: z.bigint().nullable(),
  bytes: z.bigint().nullable(),
  checksum: z.bigint().nullable(),
});

const jsonTime = z.string().transform((text) => new Date(text));
/** Counts are below 2^53, so JSON numbers keep them exactly. */
const jsonCount = z
  .number()
  .transform((count) => BigInt(count))
  .nullable();

/** A statement as `json_agg` writes it, parsed into the types of {@link statementRow}. */
export const statementJson = z.object({
  ...statementColumns,
  startTime: jsonTime.nullable(),
  stopTime: jsonTime.nullable(),
  expiresAt: jsonTime.nullable(),
  resultsLostAt: jsonTime.nullable(),
  createdAt: jsonTime,
  updatedAt: jsonTime,
  rowCount: jsonCount,
  affectedRows: jsonCount,
  bytes: jsonCount,
  checksum: jsonCount,
});

/** A user or service token, for the templates of a connection. */
export const principalRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  disabled: z.boolean(),
  data: jsonObjectColumn,
});
