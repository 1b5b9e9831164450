/** What a child sends over its channel once it serves. */
export interface ReadyMessage {
  type: 'ready';
  /** Where it listens, for example `http://localhost:3000`; a worker listens nowhere. */
  address?: string;
}

/** Reads a message of a child; undefined when it is another one. */
export function parseReady(message: unknown): ReadyMessage | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  if (!('type' in message) || message.type !== 'ready') return undefined;
  if (!('address' in message) || typeof message.address !== 'string') return { type: 'ready' };
  return { type: 'ready', address: message.address };
}

/** Whether a message of a child says that it is well. */
export const isAliveMessage = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'alive';
