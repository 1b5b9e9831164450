/** The message that a child sends when it is ready. */
export interface ReadyMessage {
  type: 'ready';
  /** Its address, for example `http://localhost:3000`; a worker does not listen. */
  address?: string;
}

/** Parses a child's message; returns undefined if it is not a ready message. */
export function parseReady(message: unknown): ReadyMessage | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  if (!('type' in message) || message.type !== 'ready') return undefined;
  if (!('address' in message) || typeof message.address !== 'string') return { type: 'ready' };
  return { type: 'ready', address: message.address };
}

/** Whether a child's message is a heartbeat. */
export const isAliveMessage = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'alive';
