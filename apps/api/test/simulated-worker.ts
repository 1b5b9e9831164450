import { gzipSync } from 'node:zlib';
import type { AppDependencies } from '@sluice/api';
import {
  type Cipher,
  createSchemaCacheRepository,
  createWorkerRequestRepository,
  type Database,
  type WorkerRequestError,
  type WorkerRequestKind,
} from '@sluice/database';

/** A request that the API sent to a worker. */
export interface WorkerRequest {
  kind: WorkerRequestKind;
  payload: {
    driver: string;
    data: Record<string, unknown>;
    readOnly: boolean;
    connectionId?: string;
    cacheKey?: string;
    table?: { schema: string | null; name: string };
  };
}

/** Simulates the worker's response: the text of a schema or table, an answer, or an error. */
export type WorkerResponse = (
  request: WorkerRequest,
) => { body?: string; answer?: Record<string, boolean>; error?: WorkerRequestError } | 'no answer';

interface WorkerSimulation {
  database: Database;
  cipher: Cipher;
  workerRequests: WorkerRequest[];
  workerResponse: WorkerResponse;
}

/** Returns a queue producer that answers requests immediately, as a worker would. */
export const simulateWorker = (worker: WorkerSimulation): AppDependencies['producer'] => ({
  add: async (key, payloads) => {
    if (key !== 'answerRequest') return;
    for (const payload of payloads) if ('id' in payload) await answerAsWorker(worker, payload.id);
  },
});

/** Answers a request as a worker would, without a target database. */
async function answerAsWorker(
  { database, cipher, workerRequests, workerResponse }: WorkerSimulation,
  id: string,
): Promise<void> {
  const requests = createWorkerRequestRepository(database);
  const row = await requests.find(id);
  if (row === null) throw new Error('The request is not in the database');
  const payload = cipher.decrypt(row.encryptedPayload, `worker_requests/${id}`);
  const request = { kind: row.kind, payload } as WorkerRequest;
  workerRequests.push(request);
  const response = workerResponse(request);
  if (response === 'no answer') return;
  await requests.claim(id, [row.workerPool], 'worker');
  if (response.error !== undefined) return requests.fail(id, response.error);
  if (response.answer !== undefined) return requests.answer(id, response.answer);
  if (request.payload.cacheKey !== undefined) {
    await createSchemaCacheRepository(database).put({
      key: request.payload.cacheKey,
      connectionId: request.payload.connectionId ?? '',
      body: gzipSync(response.body ?? '{"schemas":[]}'),
    });
  }
  await requests.answer(id, {});
}
