import { refusedAsEmpty } from './errors.js';
import { exchange } from './exchange.js';
import { binaryLiteral } from './literals.js';
import type { Started } from './startup.js';

/**
 * MySQL 8.0.22 added the first, and 8.0.35 deprecated the second. The first is empty if the performance schema is
 * disabled, and shows at most 1,024 bytes of a statement.
 */
const tables = ['performance_schema.processlist', 'information_schema.processlist'];

/**
 * Returns whether the server's process list contains the session; with `sql`, whether the session runs this text. Null if
 * the server does not list its sessions.
 */
export async function isListed(
  { socket, isMariaDb }: Pick<Started, 'socket' | 'isMariaDb'>,
  threadId: string,
  sql?: string,
): Promise<boolean | null> {
  const runs = sql === undefined ? '1' : `binary info = ${binaryLiteral(sql.trim())}`;
  for (const table of isMariaDb ? tables.slice(1) : tables) {
    // A list without the asking session is a list of nothing.
    const query = `select id = ${threadId} and coalesce(${runs}, 0) from ${table}
      where id in (${threadId}, connection_id())`;
    const rows = await exchange(socket, query).catch(refusedAsEmpty);
    if (rows.length > 0) return rows.some(([isFound]) => isFound === '1');
  }
  return null;
}
