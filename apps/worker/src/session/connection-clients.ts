import type { ConnectionClientRepository, HeldClient } from '@sluice/database';
import { DriverError, type DriverConnection } from '@sluice/driver-kit';
import type { Logger } from 'pino';
import { connectRendered, type ConnectSettings, type RenderedConnection } from './connect.js';
import type { PrivilegeCheck } from './privilege-warnings.js';
import { refusePooledClient } from './transaction-pooler.js';

/** A request of the API to open a client. */
export interface ClientPayload extends RenderedConnection {
  clientId: string;
  name: string;
  connectionId: string;
  userId: string;
  idleTimeoutSeconds: number;
}

/** A batch that runs on a client, and the user and connection that the client must belong to. */
export interface ClientBatch extends Pick<ClientPayload, 'userId' | 'connectionId'> {
  id: string;
  /** The batch needs a read-only session. */
  readOnly: boolean;
}

/** A client's session while a batch runs on it. */
export interface ClientSession {
  connection: DriverConnection;
  /** Call it when the batch has ended. */
  release(): Promise<void>;
}

/** The connection clients of this worker. */
export interface ConnectionClients {
  /** Opens a session and keeps it. @throws {DriverError} */
  open(payload: ClientPayload): Promise<void>;
  /**
   * Returns the session of an open client; undefined when this worker does not have it. The API has checked
   * who owns the client. A forged row still gets no session of another user or connection, and a read-only
   * batch gets no session that can write.
   */
  acquire(clientId: string, batch: ClientBatch): ClientSession | undefined;
  has(clientId: string): boolean;
  /** Closes expired and broken clients. @returns whether a batch waits for one of the others. */
  closeExpired(): Promise<boolean>;
  /** Closes all clients. */
  close(): Promise<void>;
}

interface HeldSession extends Pick<ClientPayload, 'userId' | 'connectionId' | 'readOnly'> {
  connection: DriverConnection;
  /** The batch that runs on the session. */
  batchId: string | null;
}

/** Options of {@link createConnectionClients}. */
export interface ConnectionClientsOptions extends ConnectSettings {
  repository: ConnectionClientRepository;
  workerId: string;
  maxClients: number;
  /** Stops the batch that runs on a client that must close. */
  stopBatch(batchId: string): void;
  checkPrivileges: PrivilegeCheck;
  log: Logger;
}

/** Creates an empty set of clients. Their rows are the truth; the sessions follow them. */
export function createConnectionClients(options: ConnectionClientsOptions): ConnectionClients {
  const { repository, workerId, log } = options;
  const sessions = new Map<string, HeldSession>();
  /** Clients whose session is open and whose row is still being written. */
  const opening = new Set<string>();

  /** Stops a batch on the session first: its cancel is verified, and its end closes the session. */
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
    const isLost = sessions.get(id)?.connection.closed ?? true;
    const reason = closeReason ?? (isLost && batchId === null ? 'connection_lost' : null);
    if (reason === null) return false;
    await closeRow(id, reason);
    return true;
  };

  const open = async (payload: ClientPayload): Promise<void> => {
    if (sessions.size >= options.maxClients) {
      const title = `Worker's connection client limit reached (${options.maxClients})`;
      throw new DriverError('limit', 'not_run', title, {
        detail: 'Close a client or raise SERVICE_MAX_CLIENTS_PER_WORKER.',
      });
    }
    const signal = AbortSignal.timeout(options.connectTimeoutMs);
    const connection = await connectRendered(payload, options, signal);
    try {
      refusePooledClient(connection);
    } catch (error) {
      await connection.close();
      throw error;
    }
    const { clientId: id, name, connectionId, userId, idleTimeoutSeconds, readOnly } = payload;
    await options.checkPrivileges(connection, { connectionId, userId });
    // Stored before the row is visible, so that every reader of the row finds the session.
    sessions.set(id, { connection, batchId: null, userId, connectionId, readOnly });
    opening.add(id);
    try {
      const row = { id, name, connectionId, userId, workerId, idleTimeoutSeconds, readOnly };
      if (await repository.add(row)) return;
      throw new DriverError('connection', 'not_run', 'The worker is stopping');
    } catch (error) {
      await drop(id);
      throw error;
    } finally {
      opening.delete(id);
    }
  };

  return {
    open,
    acquire: (id, batch) => {
      const held = sessions.get(id);
      if (held === undefined || held.connection.closed) return undefined;
      if (held.userId !== batch.userId || held.connectionId !== batch.connectionId)
        return undefined;
      if (batch.readOnly && !held.readOnly) return undefined;
      held.batchId = batch.id;
      return { connection: held.connection, release: () => release(id, held) };
    },
    has: (id) => sessions.has(id),
    closeExpired: async () => {
      if (sessions.size === 0) return false;
      // Only clients known before the rows are read: a newer client's row may be missing from the answer.
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
