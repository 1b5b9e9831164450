import { channels, type Notifications } from '@sluice/database';
import type { Logger } from 'pino';
import type { ConnectionClients } from './connection-clients.js';

/** Options of {@link startClientMonitor}. */
export interface ClientMonitorOptions {
  notifications: Pick<Notifications, 'subscribe'>;
  clients: Pick<ConnectionClients, 'has' | 'closeExpired'>;
  /** Runs the batches that wait for clients of this worker; resolves when they have started. */
  runQueued(): Promise<void>;
  log: Logger;
}

/** A running monitor. */
export interface ClientMonitor {
  close(): Promise<void>;
}

const CHECK_INTERVAL_MS = 1_000;

/**
 * Closes expired connection clients and starts the batches that wait for a client: at once by notification,
 * or within a second by reading. The rows are the queue of these clients; a job queue for each worker would
 * only repeat them (docs/decisions/0011-connection-client-batches-without-queue.md).
 */
export function startClientMonitor(options: ClientMonitorOptions): ClientMonitor {
  const { clients, log } = options;
  let checking = Promise.resolve();
  let isRequested = false;
  let isClosed = false;

  const check = (): void => {
    if (isRequested || isClosed) return;
    isRequested = true;
    checking = checking
      .then(async () => {
        isRequested = false;
        if (await clients.closeExpired()) await options.runQueued();
      })
      .catch((error: unknown) => {
        isRequested = false;
        log.warn({ err: error }, 'connection clients could not be checked');
      });
  };
  const unsubscribe = options.notifications.subscribe(channels.clientChanged, (id) => {
    if (clients.has(id)) check();
  });
  const timer = setInterval(check, CHECK_INTERVAL_MS);

  return {
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      unsubscribe();
      await checking;
    },
  };
}
