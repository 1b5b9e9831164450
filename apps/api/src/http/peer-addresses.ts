import type { Server } from 'node:http';

/**
 * Keeps where each connection comes from. The system forgets it of one that is closed, and what somebody
 * asked who hung up at once is counted and recorded like all else; Node remembers what it was asked once.
 */
export function keepPeerAddresses(server: Server): void {
  server.on('connection', ({ remoteAddress }) => remoteAddress);
}
