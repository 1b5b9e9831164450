import type {
  Cipher,
  SchemaCacheRepository,
  WorkerRequestError,
  WorkerRequestKind,
  WorkerRequestRepository,
} from '@sluice/database';
import { DriverError, type DriverConnection, type TableName } from '@sluice/driver-kit';
import type { Logger } from 'pino';
import {
  connectRendered,
  poolerWarnings,
  privilegeWarnings,
  type ClientPayload,
  type ConnectionClients,
  type ConnectSettings,
  type RenderedConnection,
} from '../session/index.js';
import { compressJson, compressSchema } from './compress-schema.js';

/** Dependencies of {@link answerRequest}. */
export interface RequestDependencies extends ConnectSettings {
  requests: WorkerRequestRepository;
  /** The worker that answers. */
  workerId: string;
  /** The pools of this worker. */
  pools: string[];
  schemaCache: SchemaCacheRepository;
  clients: Pick<ConnectionClients, 'open'>;
  cipher: Cipher;
  schemaTimeoutMs: number;
  log: Logger;
}

/** The answer to a successful request. */
type Answer = { warnings?: string[]; found?: boolean };

interface SchemaPayload extends RenderedConnection {
  connectionId: string;
  cacheKey: string;
}

interface TablePayload extends SchemaPayload {
  table: TableName;
}

/**
 * Answers one request of the API that needs a target database. Does nothing if the request was answered
 * already or belongs to another pool or worker.
 */
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
        'worker request failed with an internal error',
      );
    }
    await deps.requests.fail(id, describe(error));
  }
}

/** The API encrypted the payload for its kind, so its content fits the kind. */
const answers: Record<
  WorkerRequestKind,
  (deps: RequestDependencies, payload: unknown) => Promise<Answer>
> = {
  'test-connection': (deps, payload) => testConnection(deps, payload as RenderedConnection),
  'read-schema': async (deps, payload) => {
    await readSchema(deps, payload as SchemaPayload);
    return {};
  },
  'read-table': (deps, payload) => readTable(deps, payload as TablePayload),
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
  const warnings = [
    ...poolerWarnings(session),
    ...privilegeWarnings(await session.highPrivileges()),
  ];
  await session.close();
  return warnings.length === 0 ? {} : { warnings };
}

async function readSchema(deps: RequestDependencies, payload: SchemaPayload): Promise<void> {
  await withSession(deps, payload, async (session, signal) => {
    await store(deps, payload, await compressSchema(await session.introspect(signal)));
  });
}

const readTable = (deps: RequestDependencies, payload: TablePayload): Promise<Answer> =>
  withSession(deps, payload, async (session, signal) => {
    const detail = await session.describeTable(payload.table, signal);
    if (detail === null) return { found: false };
    await store(deps, payload, await compressJson(detail));
    return { found: true };
  });

async function withSession<T>(
  deps: RequestDependencies,
  payload: SchemaPayload,
  use: (session: DriverConnection, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(deps.schemaTimeoutMs);
  const session = await connectRendered(payload, deps, signal);
  try {
    return await use(session, signal);
  } finally {
    await session.close();
  }
}

const store = (
  { schemaCache }: RequestDependencies,
  { cacheKey: key, connectionId }: SchemaPayload,
  body: Buffer,
): Promise<void> => schemaCache.put({ key, connectionId, body });

/** Leaves out the message of an unexpected error, which may contain anything; the log has it. */
function describe(error: unknown): WorkerRequestError {
  if (!(error instanceof DriverError)) {
    return { code: 'internal', title: 'Internal error. See the worker log.' };
  }
  const detail = error.detail ?? error.hint;
  return {
    code: error.kind === 'connection' ? 'connect_failed' : error.kind,
    title: error.title,
    ...(detail === undefined ? {} : { detail }),
  };
}
