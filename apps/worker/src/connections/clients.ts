import type { ConnectionClientRepository, HeldClient } from '@sluice/database';
import { DriverError, type DriverConnection } from '@sluice/driver-kit';
import type { Logger } from 'pino';
import { connectRendered, type ConnectSettings, type RenderedConnection } from './connect.js';
import type { WatchRights } from './high-rights.js';

/** A client to be opened, as the API wrote it down. */
export interface ClientPayload extends RenderedConnection {
  clientId: string;
  name: string;
  connectionId: string;
  userId: string;
  idleTimeoutSeconds: number;
}

/** A batch that asks for a client, and what that client must have been opened for. */
export interface ClientBatch extends Pick<ClientPayload, 'userId' | 'connectionId'> {
  id: string;
}

/** A client's session while a batch has it. */
export interface TakenSession {
  connection: DriverConnection;
  /** To be called when the batch has ended. */
  release(): Promise<void>;
}

/** The sessions that this worker keeps open for users. */
export interface ConnectionClients {
  /** Connects and holds the session. @throws {DriverError} */
  open(payload: ClientPayload): Promise<void>;
  /**
   * The session of an open client for a batch; undefined when this worker has none (any more). The API has
   * looked whose client it is; whoever wrote the row otherwise gets nobody else's session either.
   */
  take(clientId: string, batch: ClientBatch): TakenSession | undefined;
  has(clientId: string): boolean;
  /** Closes what must be closed. @returns whether a batch waits for one of the rest. */
  look(): Promise<boolean>;
  /** Closes them all. */
  close(): Promise<void>;
}

interface HeldSession extends Pick<ClientPayload, 'userId' | 'connectionId'> {
  connection: DriverConnection;
  /** The batch that runs on it. */
  batchId: string | null;
}

/** What {@link createConnectionClients} works with. */
export interface ConnectionClientsOptions extends ConnectSettings {
  repository: ConnectionClientRepository;
  workerId: string;
  maxClients: number;
  /** Stops the batch that runs on a client which must be closed. */
  stopBatch(batchId: string): void;
  watchRights: WatchRights;
  log: Logger;
}

/** Makes an empty holder; its rows are the truth, its sessions follow them. */
export function createConnectionClients(options: ConnectionClientsOptions): ConnectionClients {
  const { repository, workerId, log } = options;
  const sessions = new Map<string, HeldSession>();
  /** Held already, while their rows are still being written. */
  const opening = new Set<string>();

  /** A batch on the session is stopped first, and its end closes the session: its cancel is verified. */
  const drop = async (id: string): Promise<void> => {
    const held = sessions.get(id);
    sessions.delete(id);
    if (held?.batchId == null) await held?.connection.close();
    else options.stopBatch(held.batchId);
  };

  const release = async (id: string, held: HeldSession): Promise<void> => {
    held.batchId = null;
    if (sessions.get(id) !== held) {
      await held.connection.close();
      return;
    }
    await repository.touch(id);
    if (held.connection.closed) await closeRow(id, 'connection_lost');
  };

  const closeRow = async (id: string, reason: string): Promise<void> => {
    const { batchId } = await repository.close(id, reason, null);
    log.info({ clientId: id, reason }, 'connection client closed');
    if (batchId !== null) options.stopBatch(batchId);
  };

  const closeIfNeeded = async ({ id, closeReason, batchId }: HeldClient): Promise<boolean> => {
    const isGone = sessions.get(id)?.connection.closed ?? true;
    const reason = closeReason ?? (isGone && batchId === null ? 'connection_lost' : null);
    if (reason === null) return false;
    await closeRow(id, reason);
    return true;
  };

  return {
    open: async (payload) => {
      if (sessions.size >= options.maxClients) {
        throw new DriverError('limit', 'not_run', 'This worker holds as many clients as it may');
      }
      const signal = AbortSignal.timeout(options.connectTimeoutMs);
      const connection = await connectRendered(payload, options, signal);
      const { clientId: id, name, connectionId, userId, idleTimeoutSeconds } = payload;
      await options.watchRights(connection, { connectionId, userId });
      // Held before its row can be seen: whoever looks at the row finds the session.
      sessions.set(id, { connection, batchId: null, userId, connectionId });
      opening.add(id);
      try {
        const row = { id, name, connectionId, userId, workerId, idleTimeoutSeconds };
        if (await repository.add(row)) return;
        throw new DriverError('connection', 'not_run', 'The worker is stopping');
      } catch (error) {
        await drop(id);
        throw error;
      } finally {
        opening.delete(id);
      }
    },
    take: (id, batch) => {
      const held = sessions.get(id);
      if (held === undefined || held.connection.closed) return undefined;
      if (held.userId !== batch.userId || held.connectionId !== batch.connectionId)
        return undefined;
      held.batchId = batch.id;
      return { connection: held.connection, release: () => release(id, held) };
    },
    has: (id) => sessions.has(id),
    look: async () => {
      if (sessions.size === 0) return false;
      // Those that come while the rows are read are not theirs to judge.
      const known = [...sessions.keys()].filter((id) => !opening.has(id));
      const open = new Map<string, HeldClient>();
      for (const client of await repository.heldBy(workerId)) {
        if (!(await closeIfNeeded(client))) open.set(client.id, client);
      }
      await Promise.all(known.filter((id) => !open.has(id)).map(drop));
      return [...open.values()].some((client) => client.isAwaited);
    },
    close: async () => {
      await repository.closeAllOf(workerId, 'worker_stopped');
      await Promise.all([...sessions.keys()].map(drop));
    },
  };
}
