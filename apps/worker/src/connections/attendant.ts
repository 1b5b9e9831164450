import { channels, type Notifications } from '@sluice/database';
import type { Logger } from 'pino';
import type { ConnectionClients } from './clients.js';

/** What the attendant works with. */
export interface ClientAttendantOptions {
  notifications: Pick<Notifications, 'subscribe'>;
  clients: Pick<ConnectionClients, 'has' | 'look'>;
  /** Runs the batches that wait for this worker's clients; resolves when they have begun. */
  runWaiting(): Promise<void>;
  log: Logger;
}

/** Looks after the connection clients of a worker. */
export interface ClientAttendant {
  close(): Promise<void>;
}

const lookEveryMs = 1_000;

/**
 * Closes clients whose time is over and begins the batches that wait for one: at once by notification,
 * and within a second by reading. The rows are these clients' queue; a queue of jobs for each worker
 * would only repeat them (see docs/decisions/0011-connection-client-batches-without-queue.md).
 */
export function startClientAttendant(options: ClientAttendantOptions): ClientAttendant {
  const { clients, log } = options;
  let looking = Promise.resolve();
  let isAsked = false;
  let isClosed = false;

  const look = (): void => {
    if (isAsked || isClosed) return;
    isAsked = true;
    looking = looking
      .then(async () => {
        isAsked = false;
        if (await clients.look()) await options.runWaiting();
      })
      .catch((error: unknown) => {
        isAsked = false;
        log.warn({ err: error }, 'connection clients could not be looked after');
      });
  };
  const unsubscribe = options.notifications.subscribe(channels.clientChanged, (id) => {
    if (clients.has(id)) look();
  });
  const timer = setInterval(look, lookEveryMs);

  return {
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      unsubscribe();
      await looking;
    },
  };
}
