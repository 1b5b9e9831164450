import type { Channel } from './channels.js';
import { listen } from './listener.js';

/** The database's notifications for all parts of one process, over one listening session. */
export interface Notifications {
  /**
   * Calls back with the ID of each notification on the channel until the returned function is called. Notifications are
   * lost while the session reconnects, so a caller must also poll the row.
   */
  subscribe(channel: Channel, callback: (id: string) => void): () => void;
  close(): Promise<void>;
}

/** Options of {@link openNotifications}. */
export interface NotificationOptions {
  databaseUrl: string;
  channels: Channel[];
  /** Called with each lost connection and with each error that a callback throws. */
  onError(error: unknown): void;
}

/** Starts to listen. It connects and reconnects by itself. */
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
      const subscribers = callbacks.get(channel);
      if (subscribers === undefined) throw new Error(`Channel ${channel} is not listened on`);
      // A new function, so that the same callback can be subscribed twice.
      const entry = (id: string) => callback(id);
      subscribers.add(entry);
      return () => void subscribers.delete(entry);
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
