import {
  connectionTestSchema,
  defaultWorkerPool,
  type ConnectionTest,
  type TestConnection,
} from '@sluice/contracts';
import type { WorkerRepository } from '@sluice/database';
import { badRequest, notFound } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import { changedData, newData, requireDriver, type ConnectionDependencies } from './service.js';
import { renderFor } from './rendering.js';
import type { UserCache } from '../identity/users/index.js';
import type { Workers } from '../worker-requests/index.js';
import { decryptData } from '../connection-data/index.js';

/** Dependencies of {@link testConnection}. */
export interface ConnectionTestDependencies {
  connections: Pick<ConnectionDependencies['connections'], 'find'>;
  cipher: ConnectionDependencies['cipher'];
  allowsSockets: boolean;
  users: UserCache;
  workers: Workers;
  pools: Pick<WorkerRepository, 'serves'>;
  timeoutMs: number;
}

/**
 * Asks a worker of the pool to connect once. With the id of a stored connection its secrets are
 * used, unless the endpoint differs: then they must be sent, as for an update.
 *
 * @throws AppError 400 with the database's message, or for a pool in the body without workers; 404,
 * 503
 */
export async function testConnection(
  deps: ConnectionTestDependencies,
  principal: Principal,
  body: TestConnection,
): Promise<ConnectionTest> {
  const definition = requireDriver(body.driver);
  const { data, pool } =
    body.id === undefined
      ? { data: newData(deps, definition, body), pool: null }
      : await changeOfStored(deps, body.id, body);
  if (body.workerPool != null) await requireServed(deps, body.workerPool);
  const rendered = await renderFor(deps, principal, body.driver, data);
  const payload = { driver: body.driver, data: rendered, readOnly: body.readOnly ?? false };
  const { workerPool = pool } = body;
  const answer = await deps.workers.ask(
    'test-connection',
    payload,
    deps.timeoutMs,
    workerPool ?? defaultWorkerPool,
  );
  return connectionTestSchema.parse(answer);
}

/** Fails immediately and names the field, instead of waiting for a worker that does not exist. */
async function requireServed(
  { pools }: ConnectionTestDependencies,
  workerPool: string,
): Promise<void> {
  if (workerPool === defaultWorkerPool || (await pools.serves(workerPool))) return;
  const message = 'has no worker online';
  throw badRequest(
    [{ path: 'workerPool', message }],
    `No worker of the pool ${workerPool} is online`,
  );
}

async function changeOfStored(
  { connections, cipher, allowsSockets }: ConnectionTestDependencies,
  id: string,
  body: TestConnection,
) {
  const row = await connections.find(id);
  if (row === null) throw notFound();
  const stored = decryptData(cipher, row);
  const data = changedData({ allowsSockets }, stored, row.driver, body.driver, body);
  return { data, pool: row.workerPool };
}
