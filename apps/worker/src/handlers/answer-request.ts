import type {
  Cipher,
  SchemaCacheRepository,
  WorkerRequestError,
  WorkerRequestKind,
  WorkerRequestRepository,
} from '@sluice/database';
import { DriverError } from '@sluice/driver-kit';
import type { Logger } from 'pino';
import type { ClientPayload, ConnectionClients } from '../connections/clients.js';
import {
  connectRendered,
  type ConnectSettings,
  type RenderedConnection,
} from '../connections/connect.js';
import { warningsOf } from '../connections/high-rights.js';
import { compressSchema } from './compress-schema.js';

/** What answering a request needs. */
export interface RequestDependencies extends ConnectSettings {
  requests: WorkerRequestRepository;
  /** Of the worker that answers. */
  workerId: string;
  /** Those that the worker works for. */
  pools: string[];
  schemaCache: SchemaCacheRepository;
  clients: Pick<ConnectionClients, 'open'>;
  cipher: Cipher;
  schemaTimeoutMs: number;
  log: Logger;
}

/** What the asker is told beside that it went well. */
type Answer = { warnings?: string[] };

interface SchemaPayload extends RenderedConnection {
  connectionId: string;
  cacheKey: string;
}

/** Answers one question of the API that needs a target database; a second delivery does nothing, nor does one astray. */
export async function answerRequest(deps: RequestDependencies, id: string): Promise<void> {
  const request = await deps.requests.claim(id, deps.pools, deps.workerId);
  if (request === null) return;
  try {
    const payload = deps.cipher.decrypt(request.encryptedPayload, `worker_requests/${id}`);
    const answer = await answers[request.kind as WorkerRequestKind](deps, payload);
    await deps.requests.answer(id, answer);
  } catch (error) {
    if (error instanceof DriverError && error.kind !== 'internal') {
      deps.log.info({ requestId: id, kind: request.kind }, 'worker request failed');
    } else {
      deps.log.error(
        { err: error, requestId: id, kind: request.kind },
        'worker request met a fault',
      );
    }
    await deps.requests.fail(id, describe(error));
  }
}

/** The API encrypted the payload for its kind: what is inside is what the kind asks for. */
const answers: Record<
  WorkerRequestKind,
  (deps: RequestDependencies, payload: unknown) => Promise<Answer>
> = {
  'test-connection': (deps, payload) => testConnection(deps, payload as RenderedConnection),
  'read-schema': async (deps, payload) => {
    await readSchema(deps, payload as SchemaPayload);
    return {};
  },
  'open-client': async ({ clients }, payload) => {
    await clients.open(payload as ClientPayload);
    return {};
  },
};

async function testConnection(
  deps: RequestDependencies,
  payload: RenderedConnection,
): Promise<Answer> {
  const session = await connectRendered(payload, deps, AbortSignal.timeout(deps.connectTimeoutMs));
  const warnings = warningsOf(await session.highRights());
  await session.close();
  return warnings.length === 0 ? {} : { warnings };
}

async function readSchema(deps: RequestDependencies, payload: SchemaPayload): Promise<void> {
  const signal = AbortSignal.timeout(deps.schemaTimeoutMs);
  const session = await connectRendered(payload, deps, signal);
  try {
    const body = await compressSchema(await session.introspect(signal));
    await deps.schemaCache.put({ key: payload.cacheKey, connectionId: payload.connectionId, body });
  } finally {
    await session.close();
  }
}

/** Of a fault the log tells more: its message may hold anything. */
function describe(error: unknown): WorkerRequestError {
  if (!(error instanceof DriverError)) {
    return { code: 'internal', title: 'The service failed here; its log says how' };
  }
  return {
    code: error.kind === 'connection' ? 'connect_failed' : error.kind,
    title: error.title,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  };
}
