import { splitStatements } from '@sluice/sql';
import { leadingWords } from '@sluice/driver-kit/sql/leading-words';

/** Words that begin statements which leave nothing behind that only a session has. */
const leavesNothing = new Set([
  'alter',
  'delete',
  'drop',
  'export',
  'from',
  'grant',
  'insert',
  'merge',
  'revoke',
  'select',
  'truncate',
  'update',
  'with',
]);

/** These leave nothing, unless what they make is temporary. */
const makesSomething = new Set(['create', 'load']);
const temporary = new Set(['temp', 'temporary']);

/**
 * Whether a later statement could see what this one leaves only in the same session: a transaction, a
 * temporary table, a variable. Yes also for whatever is not known to leave nothing.
 */
export function needsSession(sql: string): boolean {
  if (splitStatements(sql, 'bigquery', 2).length > 1) return true;
  // The longest before its word: LOAD DATA INTO TEMP, CREATE OR REPLACE TEMP.
  const [first = '', ...rest] = leadingWords(sql, 4).map((word) => word.toLowerCase());
  if (makesSomething.has(first)) return rest.some((word) => temporary.has(word));
  return !leavesNothing.has(first);
}

/** A script may begin a transaction, end one, or call what does. BEGIN alone also opens a block. */
const mayUseTransactions =
  /\bbegin\s*(?:transaction\b|[;#/-])|\b(?:commit|rollback|call|execute)\b/i;

/**
 * Whether the session is in a transaction after a job of this type, given whether it was before; null
 * where that is not known.
 */
export function inTransactionAfter(
  statementType: string,
  sql: string,
  before: boolean | null,
): boolean | null {
  switch (statementType) {
    case 'BEGIN_TRANSACTION':
      return true;
    case 'COMMIT_TRANSACTION':
    case 'ROLLBACK_TRANSACTION':
      return false;
    case '':
    case 'SCRIPT':
    case 'CALL':
      return mayUseTransactions.test(sql) ? null : before;
    default:
      return before;
  }
}

/** `CREATE_TABLE` → `CREATE TABLE`; null when the service did not say. */
export const commandOf = (statementType: string): string | null =>
  statementType === '' ? null : statementType.replaceAll('_', ' ');

/** Types of statements whose results are rows: of a script or a call, those of its last statement. */
const reading = new Set(['', 'SELECT', 'SCRIPT', 'CALL', 'SHOW', 'EXPLAIN', 'ASSERT', 'DESCRIBE']);

/** Whether a statement of this type may have rows to be read. */
export const mayHaveRows = (statementType: string): boolean => reading.has(statementType);
