import * as protocol from './protocol.js';

/**
 * What goes before a statement of a read-only session, in the same packet and so in the same transaction.
 * It makes the transaction read-only and takes its first snapshot, and from there on the server itself
 * refuses to make it anything else, whatever the statement is.
 */
export const readOnlyGuard: readonly Buffer[] = [
  protocol.parse('', "select pg_catalog.set_config('transaction_read_only', 'on', true)"),
  protocol.bind('', ''),
  protocol.execute('', 0),
];

/**
 * A statement in plain words that does no more than begin a transaction, or say of what kind it is. Kinds
 * can be said before the first snapshot only; what follows it is guarded. Our own comment may stand behind.
 */
const isOnlyAboutTransaction = (sql: string): boolean =>
  /^\s*(?:begin|start\s+transaction|set\s+transaction)(?:[\s,][a-z\s,]*)?(?:\/\*[^*/]*\*\/)?$/i.test(
    sql,
  );

/** Whether a statement needs the guard: in a failed transaction nothing can be run but its end. */
export const needsGuard = (sql: string, inFailedTransaction: boolean): boolean =>
  !inFailedTransaction && !isOnlyAboutTransaction(sql);
