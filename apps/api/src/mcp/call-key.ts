import { createHash } from 'node:crypto';
import { isUuid } from '@sluice/database';

/** Header of the client's session. It names the client's calls; the service stores nothing for it. */
export const sessionHeader = 'mcp-session-id';

/**
 * Returns the idempotency key of a JSON-RPC request: request IDs are unique within a session. It leads
 * from a cancellation to the batch on any API process, and runs a repeated request only once. Undefined
 * without a session ID of this service.
 */
export function callKey(session: unknown, requestId: unknown): string | undefined {
  if (typeof session !== 'string' || !isUuid(session)) return undefined;
  if (typeof requestId !== 'string' && typeof requestId !== 'number') return undefined;
  const hash = createHash('sha256').update(JSON.stringify([session, requestId]));
  return `mcp:${hash.digest('base64url')}`;
}
