import pg from 'pg';
import type { Channel } from './channels.js';

/** Options of {@link listen}. */
export interface ListenOptions {
  databaseUrl: string;
  channels: Channel[];
  onNotification(channel: Channel, id: string): void;
  /** Called with each lost connection. The listener reconnects by itself. */
  onError(error: unknown): void;
}

/** An open listener. It may be closed more than once. */
export interface Listener {
  close(): Promise<void>;
}

const RECONNECT_DELAY_MS = 500;

/**
 * Listens on channels of the database over its own session, and reconnects until it is closed. Notifications sent while
 * it is disconnected are lost, so a caller must also poll the row.
 */
export function listen(options: ListenOptions): Listener {
  let client: pg.Client | undefined;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let closed = false;

  const reconnect = (error: unknown): void => {
    if (closed || reconnectTimer !== undefined) return;
    options.onError(error);
    void client?.end().catch(() => undefined);
    reconnectTimer = setTimeout(() => {
      reconnectTimer = undefined;
      void connect();
    }, RECONNECT_DELAY_MS);
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
      if (client === next) reconnect(new Error('The listening connection was closed'));
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
      clearTimeout(reconnectTimer);
      await first;
      await client?.end().catch(() => undefined);
    },
  };
}
