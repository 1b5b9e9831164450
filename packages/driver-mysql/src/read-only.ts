import { DriverError } from '@sluice/driver-kit';
import { leadingWords } from '@sluice/driver-kit/sql/leading-words';
import { exchange } from './exchange.js';
import type { MysqlSocket } from './mysql-socket.js';

/**
 * First words of statements that cannot leave read-only mode. Others can: `CALL`, `EXECUTE` and MariaDB's blocks
 * commit, become writable and write in one statement.
 */
const allowed = new Set([
  'begin',
  'commit',
  'desc',
  'describe',
  'do',
  'explain',
  'help',
  'release',
  'rollback',
  'savepoint',
  'select',
  'set',
  'show',
  'start',
  'table',
  'use',
  'values',
  'with',
]);

/** The server runs the content of these comments. */
const executableComment = /\/\*M?!/i;
/** `SELECT … INTO OUTFILE` writes a file of the database host. */
const writesFile = /\b(?:outfile|dumpfile)\b/i;
/** Settings of the server, of transactions and of users, and `SET STATEMENT … FOR` another statement. */
const changesMode =
  /\b(?:global|password|persist|persist_only|role|statement|transaction|transaction_read_only|tx_read_only)\b/i;

/**
 * Rejects statements that can leave read-only mode. The server rejects the writes of all others. Forbidden words are
 * searched in the whole text, strings included, because settings decide where a string ends.
 *
 * @throws DriverError kind `permission`
 */
export function assertStaysReadOnly(sql: string): void {
  const [first = '', second = ''] = leadingWords(sql, 2, 'mysql').map((word) => word.toLowerCase());
  const isRefused =
    !allowed.has(first) ||
    executableComment.test(sql) ||
    writesFile.test(sql) ||
    // `BEGIN NOT ATOMIC` is a block of MariaDB.
    (first === 'begin' && /\bnot\b/i.test(sql)) ||
    (first === 'start' && (second !== 'transaction' || /\bwrite\b/i.test(sql))) ||
    (first === 'set' && changesMode.test(sql));
  if (!isRefused) return;
  throw new DriverError('permission', 'not_run', 'The connection is read-only', {
    hint: 'It runs queries, SHOW, EXPLAIN, SET of the session, and read-only transactions.',
  });
}

/**
 * Makes the next transaction read-only. It is sent before each statement outside a transaction, because a function
 * can change the mode of its session.
 */
export const enterReadOnly = (socket: MysqlSocket): Promise<unknown> =>
  exchange(socket, 'SET SESSION TRANSACTION READ ONLY');
