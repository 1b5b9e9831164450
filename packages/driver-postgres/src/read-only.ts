import * as protocol from './protocol.js';
import { TransactionStatus } from './protocol.js';

/** Commands around a statement, sent in the same packets. */
export interface Envelope {
  /** Each command ends with one CommandComplete. */
  before: readonly (readonly Buffer[])[];
  /** Sent after the statement's Sync, with a second Sync. */
  after: readonly Buffer[] | null;
}

/** Returns the envelope of a statement at this transaction status. @throws DriverError outcome `not_run` */
export type Envelopes = (sql: string, status: number) => Envelope;

/** No commands around the statement. */
export const emptyEnvelope: Envelope = { before: [], after: null };

/**
 * Makes the transaction read-only and takes its first snapshot. From then on the server rejects every attempt
 * to make the transaction writable.
 */
const guard = protocol.run("select pg_catalog.set_config('transaction_read_only', 'on', true)");

/** Inside the user's transaction. The server rejects COMMIT in DO and CALL there. */
const guarded: Envelope = { before: [guard], after: null };

/**
 * Outside a user's transaction the statement gets an explicit transaction block. Without the block, a COMMIT
 * inside DO or CALL ends the read-only transaction, and PostgreSQL 15 lets the next one write.
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
 * Returns whether the statement only begins a transaction or sets its characteristics. The server accepts these
 * only before the first snapshot, and the next statement is guarded. The whole text must match words, commas
 * and comments that do not nest, so nothing else can hide in it.
 */
export const isOnlyAboutTransaction = (sql: string): boolean => aboutTransaction.test(sql);

const firstWord = new RegExp(String.raw`^(?:${gap}|\()*([a-z]+)`, 'i');

/**
 * Returns whether the statement may end the transaction around it. CALL and DO may. So may a statement whose first word
 * this pattern cannot find, for example because nested comments precede it.
 */
export function mayEndTransaction(sql: string): boolean {
  const word = firstWord.exec(sql)?.[1]?.toLowerCase();
  return word === undefined || word === 'call' || word === 'do';
}

/** Returns the envelope of a statement in a read-only session with this transaction status. */
export function readOnlyEnvelope(sql: string, status: number): Envelope {
  // A failed transaction accepts only its end.
  if (status === TransactionStatus.failed || isOnlyAboutTransaction(sql)) return emptyEnvelope;
  return status === TransactionStatus.open ? guarded : enclosed;
}
