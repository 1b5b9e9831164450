import {
  accessLosses,
  crashesUntilPause,
  crashWindowMinutes,
  type Cipher,
  type ClaimedBatch,
} from '@sluice/database';
import { type DriverConnection, type Handover } from '@sluice/driver-kit';
import { definitionFor } from '@sluice/drivers/definitions';
import { BatchError } from './batch-error.js';
import type { ConnectLimiter } from './connect-limiter.js';
import type { ConnectionClients } from './connection-clients.js';
import type { IdleSessions, SessionOwner } from './idle-sessions.js';
import type { LocalEngineLimit } from './local-engine-limit.js';
import type { OpenConnection } from './open-connection.js';
import type { PrivilegeCheck } from './privilege-warnings.js';
import { renderConfig } from './render-config.js';

/** Dependencies of {@link openSession}. */
export interface SessionDependencies {
  cipher: Cipher;
  idle: IdleSessions;
  clients: Pick<ConnectionClients, 'acquire'>;
  localEngines: LocalEngineLimit;
  connectLimiter: ConnectLimiter;
  connect: OpenConnection;
  checkPrivileges: PrivilegeCheck;
}

/** The database's own timeout acts only after the worker's timeout and its steps to stop a statement. */
const DATABASE_TIMEOUT_MARGIN_MS = 15_000;

/** The session of a batch. */
export interface BatchSession {
  connection: DriverConnection;
  /** Call it when the batch has ended; `onlyRead` says that it finished and changed no data. */
  release(onlyRead: boolean): Promise<void>;
}

/**
 * Opens the session of a batch: the one of its connection client, one that another worker handed over, an
 * idle one of the same owner, or a new one. `timeoutMs` is the statement timeout.
 *
 * @throws DriverError or BatchError, outcome `not_run`; `isTargetFull` when the batch should wait.
 */
export async function openSession(
  dependencies: SessionDependencies,
  batch: ClaimedBatch,
  timeoutMs: number | null,
  signal: AbortSignal,
): Promise<BatchSession> {
  const { cipher, clients, localEngines } = dependencies;
  const { connection: stored, user } = checkedParties(batch);
  const { connectionClientId } = batch;
  if (connectionClientId !== null) return clientSession(clients, connectionClientId, batch);
  const owner: SessionOwner = {
    driver: stored.driver,
    config: renderConfig(cipher, stored, user),
    readOnly: stored.readOnly,
    userId: user.id,
    statementTimeoutMs: timeoutMs === null ? null : timeoutMs + DATABASE_TIMEOUT_MARGIN_MS,
  };
  const isLocal = definitionFor(owner.driver)?.isLocal === true;
  const releaseEngine = isLocal ? localEngines.acquire() : undefined;
  try {
    const { connection, release } = await ownSession(dependencies, batch, owner, signal);
    return {
      connection,
      release: (onlyRead) => release(onlyRead).finally(() => releaseEngine?.()),
    };
  } catch (error) {
    releaseEngine?.();
    throw error;
  }
}

async function ownSession(
  dependencies: SessionDependencies,
  batch: ClaimedBatch,
  owner: SessionOwner,
  signal: AbortSignal,
): Promise<BatchSession> {
  const { cipher, idle, connect, checkPrivileges, connectLimiter } = dependencies;
  const handover =
    batch.handover === null
      ? undefined
      : (cipher.decrypt(batch.handover, handoverContext(batch.id)) as Handover['session']);
  const reused = handover === undefined ? idle.acquire(owner) : undefined;
  const connection =
    reused ??
    (await connectLimiter.run(batch.connectionId, () => connect(owner, signal, handover)));
  if (reused === undefined && handover === undefined) {
    await checkPrivileges(connection, { connectionId: batch.connectionId, userId: owner.userId });
  }
  return { connection, release: (onlyRead) => idle.release(owner, connection, onlyRead) };
}

/** Returns the session of the batch's client; the batch never runs on another session instead. */
function clientSession(
  clients: SessionDependencies['clients'],
  clientId: string,
  batch: ClaimedBatch,
): BatchSession {
  const session = clients.acquire(clientId, batch);
  if (session !== undefined) return session;
  throw new BatchError('connection_client_lost', 'not_run', 'The connection client is closed.');
}

function checkedParties({ connection, user, isUserActive, allowed }: ClaimedBatch) {
  if (connection === null) throw refused(accessLosses.connection_deleted);
  if (user === null || user.disabled || !isUserActive) throw refused(accessLosses.user_inactive);
  if (!allowed) throw refused(accessLosses.access_ended);
  if (connection.pausedUntil !== null) throw paused(connection.pausedUntil);
  return { connection, user };
}

const refused = (title: string): BatchError => new BatchError('connect_failed', 'not_run', title);

const paused = (until: Date): BatchError =>
  new BatchError(
    'connection_paused',
    'not_run',
    `The connection is paused until ${until.toISOString()}: its batches crashed their executor ` +
      `${crashesUntilPause} times within ${crashWindowMinutes} minutes. ` +
      'Save the connection to end the pause.',
  );

/** Returns the encryption context that binds a handed-over session to its batch. */
export const handoverContext = (batchId: string): string => `batches/${batchId}/handover`;
