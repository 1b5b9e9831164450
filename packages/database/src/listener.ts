import pg from 'pg';
import type { Channel } from './channels.js';

/** Options of {@link listen}. */
export interface ListenOptions {
  databaseUrl: string;
  channels: Channel[];
  onNotification(channel: Channel, id: string): void;
  /** Called with each lost connection; the listener reconnects by itself. */
  onError(error: unknown): void;
}

/** An open listener; close it once, or more often. */
export interface Listener {
  close(): Promise<void>;
}

const reconnectDelayMs = 500;

/**
 * Listens on the database's channels over one session of its own and reconnects for ever. Messages
 * sent while it is away are lost: whoever depends on one must also read the row now and then.
 */
export function listen(options: ListenOptions): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const reconnect = (error: unknown): void => {
    if (closed || timer !== undefined) return;
    options.onError(error);
    void client?.end().catch(() => undefined);
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, reconnectDelayMs);
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: 'sluice-listen',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client = next;
    next.on('error', reconnect);
    next.on('end', () => {
      if (client === next) reconnect(new Error('The listening connection ended'));
    });
    next.on('notification', ({ channel, payload }) => {
      options.onNotification(channel as Channel, payload ?? '');
    });
    try {
      await next.connect();
      for (const channel of options.channels) await next.query(`listen ${channel}`);
    } catch (error) {
      reconnect(error);
    }
  };

  const first = connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await first;
      await client?.end().catch(() => undefined);
    },
  };
}
