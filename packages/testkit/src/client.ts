import type { Batch } from '@sluice/contracts';
import { until } from './until.js';

/** A client of the API for one user, by HTTP Basic. */
export interface TestClient {
  /** Its Authorization header. */
  readonly authorization: string;
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** Returns the parsed body of a 200 response. @throws with the body of any other response. */
  json<T>(method: string, path: string, body?: unknown): Promise<T>;
  submit(connectionId: string, batchText: string): Promise<Batch>;
  /** Waits until the first statement of a batch has started. */
  startedBatch(id: string): Promise<Batch>;
  /** Waits for the end of a batch with the API's `wait` parameter. */
  finalBatch(id: string, limitMs?: number): Promise<Batch>;
  /** Submits a batch and waits for its end. */
  run(connectionId: string, batchText: string): Promise<Batch>;
  rows(statementId: string): Promise<unknown[][]>;
}

/** Creates a client for one user. */
export function createClient(baseUrl: string, email: string, password: string): TestClient {
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
  const client: TestClient = {
    authorization,
    request: (method, path, body, headers) =>
      fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    json: async <T>(method: string, path: string, body?: unknown) => {
      const response = await client.request(method, path, body);
      if (response.status !== 200) {
        throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      }
      return (await response.json()) as T;
    },
    submit: (connectionId, batchText) =>
      client.json<Batch>('POST', '/api/batches', { connectionId, batchText }),
    startedBatch: (id) =>
      until(`batch ${id} runs`, async () => {
        const batch = await client.json<Batch>('GET', `/api/batches/${id}`);
        return batch.statements[0]?.status === 'queued' ? null : batch;
      }),
    finalBatch: (id, limitMs = 60_000) =>
      until(
        `batch ${id} is final`,
        async () => {
          const batch = await client.json<Batch>('GET', `/api/batches/${id}?wait=5`);
          return batch.status === 'started' ? null : batch;
        },
        limitMs,
      ),
    run: async (connectionId, batchText) => {
      const { id } = await client.submit(connectionId, batchText);
      return client.finalBatch(id);
    },
    rows: (statementId) =>
      client.json<unknown[][]>('GET', `/api/statements/${statementId}/results`),
  };
  return client;
}
