import * as protocol from './protocol.js';
import { TransactionStatus } from './protocol.js';

/** Commands of ours around a statement, in the same packets as the statement. */
export interface Envelope {
  /** Each ends with one CommandComplete. */
  before: readonly (readonly Buffer[])[];
  /** Sent behind the Sync that ends the statement, with a Sync of its own. */
  after: readonly Buffer[] | null;
}

/** Nothing around the statement. */
export const bare: Envelope = { before: [], after: null };

/**
 * Makes the transaction read-only and takes its first snapshot. From there on the server refuses to make
 * the transaction writable, whatever the statement is.
 */
const guard = protocol.run("select pg_catalog.set_config('transaction_read_only', 'on', true)");

/** In a transaction of the user's. The server refuses a COMMIT inside DO and CALL there. */
const guarded: Envelope = { before: [guard], after: null };

/**
 * Outside a transaction of the user's the statement gets an explicit transaction block. Without the block a
 * COMMIT inside DO or CALL ends the guarded transaction, and PostgreSQL 15 lets the next one write.
 */
const enclosed: Envelope = {
  before: [protocol.run('begin'), guard],
  after: [...protocol.run('commit'), protocol.sync],
};

const gap = String.raw`(?:[ \t\n\r\f\v]|--[^\n\r]*|\/\*(?:[^*/]|\*(?!\/)|\/(?!\*))*\*\/)`;
const aboutTransaction = new RegExp(
  `^${gap}*(?:begin|start${gap}+transaction|set${gap}+transaction)(?:(?:${gap}|,)(?:${gap}|[a-z,])*)?$`,
  'i',
);

/**
 * Whether the statement only begins a transaction or sets its characteristics. The server takes these
 * before the first snapshot only, and the next statement is guarded. The whole text must match: words,
 * commas and comments that do not nest. Nothing else can hide in it.
 */
const isOnlyAboutTransaction = (sql: string): boolean => aboutTransaction.test(sql);

/** What goes around a statement of a read-only session whose transaction has this status. */
export function readOnlyEnvelope(sql: string, status: number): Envelope {
  // A failed transaction takes nothing but its end.
  if (status === TransactionStatus.failed || isOnlyAboutTransaction(sql)) return bare;
  return status === TransactionStatus.open ? guarded : enclosed;
}
