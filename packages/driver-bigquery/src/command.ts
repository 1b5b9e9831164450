import { splitStatements } from '@sluice/sql';
import { leadingWords } from '@sluice/driver-kit/sql/leading-words';

/** First words of statements without session state. */
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

/** Statements without session state unless the object is temporary. */
const makesSomething = new Set(['create', 'load']);
const temporary = new Set(['temp', 'temporary']);

/**
 * Returns whether the statement leaves state that only the same session can use: a transaction, a temporary
 * table, a variable. True for unknown statements.
 */
export function needsSession(sql: string): boolean {
  if (splitStatements(sql, 'bigquery', 2).length > 1) return true;
  // Longest prefixes: LOAD DATA INTO TEMP, CREATE OR REPLACE TEMP.
  const [first = '', ...rest] = leadingWords(sql, 4, 'bigquery').map((word) => word.toLowerCase());
  if (makesSomething.has(first)) return rest.some((word) => temporary.has(word));
  return !leavesNothing.has(first);
}

/** A script can begin or end a transaction, or call a procedure that does. BEGIN alone also opens a block. */
const mayUseTransactions =
  /\bbegin\s*(?:transaction\b|[;#/-])|\b(?:commit|rollback|call|execute)\b/i;

/**
 * Returns whether the session is in a transaction after a job of this type, given its state before; null if
 * unknown.
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

/** `CREATE_TABLE` → `CREATE TABLE`; null if the service reports no type. */
export const commandOf = (statementType: string): string | null =>
  statementType === '' ? null : statementType.replaceAll('_', ' ');

/** Statement types with rows; for scripts and calls, the rows of the last statement. */
const reading = new Set(['', 'SELECT', 'SCRIPT', 'CALL', 'SHOW', 'EXPLAIN', 'ASSERT', 'DESCRIBE']);

/** Returns whether a statement of this type can have rows. */
export const mayHaveRows = (statementType: string): boolean => reading.has(statementType);
