import { setTimeout as delay } from 'node:timers/promises';
import {
  accessLosses,
  crashesUntilPause,
  crashWindowMinutes,
  renderTemplates,
  type Cipher,
  type ClaimedBatch,
} from '@sluice/database';
import { DriverError, type DriverConnection, type Handover } from '@sluice/driver-kit';
import { definitionFor } from '@sluice/drivers/definitions';
import { AppError, messageOf } from '@sluice/errors';
import type { ConnectionClients } from '../connections/clients.js';
import type { WatchRights } from '../connections/high-rights.js';
import { connectRendered, type ConnectSettings } from '../connections/connect.js';
import type { ConnectGate } from './connect-gate.js';
import { ExecutionError } from './failures.js';
import type { IdleSessions, SessionOwner } from './idle-sessions.js';
import { handoverContext } from './leaving.js';
import type { LocalEngines } from './local-engines.js';

/** What {@link openSession} works with. */
export interface SessionDependencies extends ConnectSettings {
  cipher: Cipher;
  idle: IdleSessions;
  clients: HeldSessions;
  localEngines: LocalEngines;
  connectGate: ConnectGate;
  watchRights: WatchRights;
  /** Told of each connect, around it. */
  onConnect<T>(driver: string, connect: () => Promise<T>): Promise<T>;
}

type HeldSessions = Pick<ConnectionClients, 'take'>;

/** The database's own time-out comes after ours, with all its steps, has had its time. */
const databaseLaterMs = 15_000;

const retryDelaysMs = [300, 1_000];

/** The server starts or stops: nothing was sent, so trying again is safe. */
const passingSqlState = '57P03';

/** The one database session of a batch. */
export interface BatchSession {
  connection: DriverConnection;
  /** To be called once the batch is over; `onlyRead`: it ended well and changed nothing. */
  release(onlyRead: boolean): Promise<void>;
}

/**
 * Opens the session of a batch (again, where another worker had it), templates rendered for its user, or
 * takes one that waits for this user; that of the connection client when the batch names one.
 * `timeoutMs` is that of a statement.
 *
 * @throws DriverError or ExecutionError, outcome `not_run`; `isTargetFull` when the batch should wait.
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
    config: configOf(cipher, stored, user),
    readOnly: stored.readOnly,
    userId: user.id,
    statementTimeoutMs: timeoutMs === null ? null : timeoutMs + databaseLaterMs,
  };
  const isLocal = definitionFor(owner.driver)?.isLocal === true;
  const countOff = isLocal ? localEngines.take() : undefined;
  try {
    const { connection, release } = await ownSession(dependencies, batch, owner, signal);
    return {
      connection,
      release: (onlyRead) => release(onlyRead).finally(() => countOff?.()),
    };
  } catch (error) {
    countOff?.();
    throw error;
  }
}

async function ownSession(
  dependencies: SessionDependencies,
  batch: ClaimedBatch,
  owner: SessionOwner,
  signal: AbortSignal,
): Promise<BatchSession> {
  const { cipher, idle, onConnect, watchRights, connectGate } = dependencies;
  const handover =
    batch.handover === null
      ? undefined
      : (cipher.decrypt(batch.handover, handoverContext(batch.id)) as Handover['session']);
  const waiting = handover === undefined ? idle.take(owner) : undefined;
  const connection =
    waiting ??
    (await connectGate.run(batch.connectionId, () =>
      onConnect(owner.driver, () => connect(owner, dependencies, signal, handover)),
    ));
  if (waiting === undefined && handover === undefined) {
    await watchRights(connection, { connectionId: batch.connectionId, userId: owner.userId });
  }
  return { connection, release: (onlyRead) => idle.giveBack(owner, connection, onlyRead) };
}

/** Tries a refused connection again within the time-out. */
async function connect(
  { driver, config: data, readOnly, statementTimeoutMs }: SessionOwner,
  { connectTimeoutMs, machine, targets }: ConnectSettings,
  signal: AbortSignal,
  handover: Handover['session'] | undefined,
): Promise<DriverConnection> {
  const deadlineMs = performance.now() + connectTimeoutMs;
  for (const retryDelayMs of [...retryDelaysMs, undefined]) {
    const leftMs = deadlineMs - performance.now();
    try {
      const settings = { connectTimeoutMs: Math.max(leftMs, 1), machine, targets };
      return await connectRendered({ driver, data, readOnly }, settings, signal, {
        statementTimeoutMs,
        handover,
      });
    } catch (error) {
      const tooLate = performance.now() + (retryDelayMs ?? 0) >= deadlineMs;
      if (retryDelayMs === undefined || tooLate || signal.aborted || !mayPass(error)) throw error;
      await delay(retryDelayMs);
    }
  }
  throw refused('The connection could not be opened');
}

/** The session of the batch's client: never another one in its place. */
function clientSession(clients: HeldSessions, clientId: string, batch: ClaimedBatch): BatchSession {
  const session = clients.take(clientId, batch);
  if (session !== undefined) return session;
  throw new ExecutionError('connection_client_lost', 'not_run', 'The connection client is closed.');
}

function checkedParties({ connection, user, allowed }: ClaimedBatch) {
  if (connection === null) throw refused(accessLosses.connection_deleted);
  if (user === null || user.disabled) throw refused(accessLosses.user_inactive);
  if (!allowed) throw refused(accessLosses.access_ended);
  if (connection.pausedUntil !== null) throw paused(connection.pausedUntil);
  return { connection, user };
}

/**
 * The fields of a connection, rendered for a user.
 *
 * @throws ExecutionError `connect_failed`, outcome `not_run`.
 */
export function configOf(
  cipher: Cipher,
  connection: NonNullable<ClaimedBatch['connection']>,
  user: NonNullable<ClaimedBatch['user']>,
): Record<string, unknown> {
  try {
    const data = cipher.decrypt(connection.encryptedData, `connections/${connection.id}`);
    return renderTemplates(data as Record<string, unknown>, user);
  } catch (error) {
    throw refused(error instanceof AppError ? error.title : messageOf(error), error);
  }
}

const refused = (title: string, cause?: unknown): ExecutionError =>
  new ExecutionError('connect_failed', 'not_run', title, { cause });

const paused = (until: Date): ExecutionError =>
  new ExecutionError(
    'connection_paused',
    'not_run',
    `The connection is paused until ${until.toISOString()}: its batches ended the process that ran them ` +
      `${crashesUntilPause} times within ${crashWindowMinutes} minutes. ` +
      'Saving the connection, changed or not, ends the pause.',
  );

const mayPass = (error: unknown): boolean =>
  error instanceof DriverError &&
  error.outcome === 'not_run' &&
  (error.sqlState === passingSqlState || errnoOf(error.cause) === 'ECONNREFUSED');

const errnoOf = (cause: unknown): unknown =>
  cause instanceof Error && 'code' in cause ? cause.code : undefined;
