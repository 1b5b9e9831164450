import type { Server } from 'node:http';

/**
 * Reads the remote address of each connection when it opens. The operating system forgets it when
 * the connection closes, but Node caches the first read. Rate limits and the audit log need the
 * address even if the client disconnects early.
 */
export function cachePeerAddresses(server: Server): void {
  server.on('connection', ({ remoteAddress }) => remoteAddress);
}
