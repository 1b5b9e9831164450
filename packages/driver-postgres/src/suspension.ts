import { exchange, type QueryResponse } from './exchange.js';
import type { PostgresSocket } from './postgres-socket.js';
import { execute, openPortal, sync } from './protocol.js';

/** Asks for one of two rows. Some servers and proxies send both, or end the result after the first. */
const oneOfTwo = [...openPortal('select 1 union all select 2'), execute('', 1), sync];

/**
 * Like {@link exchange}. In the same round trip it finds out whether the server suspends portals, because a result of
 * a server that does not would be cut without a sign.
 */
export async function exchangeFirst(
  socket: PostgresSocket,
  queries: readonly string[],
): Promise<QueryResponse[]> {
  const [suspension, ...responses] = await exchange(socket, [oneOfTwo, ...queries]);
  if (suspension?.error === null) socket.suspendsPortals = suspension.isSuspended;
  return responses;
}
