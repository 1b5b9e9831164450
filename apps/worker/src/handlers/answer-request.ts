import type {
  Cipher,
  SchemaCacheRepository,
  WorkerRequestError,
  WorkerRequestRepository,
} from '@sluice/database';
import { DriverError, driverFor, type DriverConnection } from '@sluice/drivers';
import { messageOf } from '@sluice/errors';
import type { Logger } from 'pino';

/** What answering a request needs. */
export interface RequestDependencies {
  requests: WorkerRequestRepository;
  schemaCache: SchemaCacheRepository;
  cipher: Cipher;
  connectTimeoutMs: number;
  schemaTimeoutMs: number;
  log: Logger;
}

/** A connection as the API rendered it for the user who asks. */
interface ConnectionPayload {
  driver: string;
  data: Record<string, unknown>;
  readOnly: boolean;
}

interface SchemaPayload extends ConnectionPayload {
  connectionId: string;
  cacheKey: string;
}

/** Answers one question of the API that needs a target database; a second delivery does nothing. */
export async function answerRequest(deps: RequestDependencies, id: string): Promise<void> {
  const request = await deps.requests.claim(id);
  if (request === null) return;
  try {
    const payload = deps.cipher.decrypt(request.encryptedPayload, `worker_requests/${id}`);
    if (request.kind === 'read-schema') await readSchema(deps, payload as SchemaPayload);
    else await testConnection(deps, payload as ConnectionPayload);
    await deps.requests.answer(id, {});
  } catch (error) {
    deps.log.info({ requestId: id, kind: request.kind }, 'worker request failed');
    await deps.requests.fail(id, describe(error));
  }
}

async function testConnection(
  deps: RequestDependencies,
  payload: ConnectionPayload,
): Promise<void> {
  const session = await connect(deps, payload, AbortSignal.timeout(deps.connectTimeoutMs));
  await session.close();
}

async function readSchema(deps: RequestDependencies, payload: SchemaPayload): Promise<void> {
  const signal = AbortSignal.timeout(deps.schemaTimeoutMs);
  const session = await connect(deps, payload, signal);
  try {
    const body = JSON.stringify(await session.introspect(signal));
    await deps.schemaCache.put({ key: payload.cacheKey, connectionId: payload.connectionId, body });
  } finally {
    await session.close();
  }
}

function connect(
  { connectTimeoutMs }: RequestDependencies,
  { driver: driverId, data, readOnly }: ConnectionPayload,
  signal: AbortSignal,
): Promise<DriverConnection> {
  const driver = driverFor(driverId);
  if (driver === undefined) {
    throw new DriverError('internal', 'not_run', `Driver ${driverId} is not available`);
  }
  return driver.connect(data, { signal, connectTimeoutMs, applicationName: 'sluice', readOnly });
}

function describe(error: unknown): WorkerRequestError {
  if (!(error instanceof DriverError)) return { code: 'internal', title: messageOf(error) };
  return {
    code: error.kind === 'connection' ? 'connect_failed' : error.kind,
    title: error.title,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  };
}
