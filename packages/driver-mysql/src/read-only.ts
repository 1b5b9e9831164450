import { DriverError } from '@sluice/driver-kit';
import { leadingWords } from '@sluice/driver-kit/sql/leading-words';
import { scanTokens } from '@sluice/sql';
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
 * Rejects statements that can leave read-only mode or write a file. The server rejects the writes of all others.
 *
 * @throws DriverError kind `permission`
 */
export function assertStaysReadOnly(sql: string): void {
  const detail = reasonToRefuse(sql);
  if (detail === undefined) return;
  throw new DriverError('permission', 'not_run', 'The connection is read-only', {
    detail,
    hint: 'It runs queries, SHOW, EXPLAIN, SET of the session, and read-only transactions.',
  });
}

function reasonToRefuse(sql: string): string | undefined {
  const [first = '', second = ''] = leadingWords(sql, 2, 'mysql').map((word) => word.toLowerCase());
  if (executableComment.test(sql))
    return 'The server runs the content of a comment that starts with /*!.';
  // `BEGIN NOT ATOMIC` is a block of MariaDB.
  const isBlock = first === 'begin' && /\bnot\b/i.test(sql);
  if (!allowed.has(first) || isBlock) return 'A statement of this kind can write.';
  if (writesFile.test(codeOf(sql, isText)))
    return 'OUTFILE and DUMPFILE write a file on the database host.';
  const canWrite = first === 'start' && (second !== 'transaction' || /\bwrite\b/i.test(sql));
  const changes = first === 'set' && changesMode.test(codeOf(sql, isString));
  return canWrite || changes
    ? 'The statement can end the read-only mode of the session.'
    : undefined;
}

/** Keywords cannot be quoted. */
const isText = (): boolean => true;
/** Other quotes may hold the name of a setting. */
const isString = (text: string): boolean => text.startsWith("'");

/**
 * Returns the text without its comments and the quoted parts that `isHidden` accepts. Settings of the session decide
 * whether a backslash escapes, and whether a backtick after another character is a part of it (`SET NAMES gbk`), so a
 * text with such characters is returned whole: a scanner that disagrees with the server could be bypassed.
 */
function codeOf(sql: string, isHidden: (quoted: string) => boolean): string {
  const isAmbiguous = sql.includes('\\') || (sql.includes('`') && /[\u0080-\uffff]/.test(sql));
  if (isAmbiguous) return sql;
  let code = '';
  for (const { kind, startOffset, endOffset } of scanTokens(sql, 'mysql')) {
    if (kind === 'command') return sql;
    const text = sql.slice(startOffset, endOffset);
    code += kind === 'comment' || (kind === 'quoted' && isHidden(text)) ? ' ' : text;
  }
  return code;
}

/**
 * Makes the next transaction read-only. It is sent before each statement outside a transaction, because a function
 * can change the mode of its session.
 */
export const enterReadOnly = (socket: MysqlSocket): Promise<unknown> =>
  exchange(socket, 'SET SESSION TRANSACTION READ ONLY');
