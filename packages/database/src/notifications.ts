import type { Channel } from './channels.js';
import { listen } from './listener.js';

/** The database's notifications inside one process, over one listening session. */
export interface Notifications {
  /**
   * Calls back with the id of each notification on the channel, until the returned function is
   * called. A notification may be lost while the session reconnects: read the row now and then.
   */
  subscribe(channel: Channel, callback: (id: string) => void): () => void;
  close(): Promise<void>;
}

/** Options of {@link openNotifications}. */
export interface NotificationOptions {
  databaseUrl: string;
  channels: Channel[];
  /** Called with each lost connection and with whatever a callback throws. */
  onError(error: unknown): void;
}

/** Starts to listen; connects and reconnects by itself. */
export function openNotifications(options: NotificationOptions): Notifications {
  const callbacks = new Map<Channel, Set<(id: string) => void>>(
    options.channels.map((channel) => [channel, new Set()]),
  );
  const listener = listen({
    databaseUrl: options.databaseUrl,
    channels: options.channels,
    onError: options.onError,
    onNotification: (channel, id) => {
      for (const callback of callbacks.get(channel) ?? [])
        callSafely(callback, id, options.onError);
    },
  });
  return {
    subscribe: (channel, callback) => {
      const ofChannel = callbacks.get(channel);
      if (ofChannel === undefined) throw new Error(`Nobody listens on ${channel}`);
      // A function of its own, so that the same callback can be subscribed twice.
      const entry = (id: string) => callback(id);
      ofChannel.add(entry);
      return () => void ofChannel.delete(entry);
    },
    close: () => listener.close(),
  };
}

function callSafely(
  callback: (id: string) => void,
  id: string,
  onError: (error: unknown) => void,
): void {
  try {
    callback(id);
  } catch (error) {
    onError(error);
  }
}
