import { execFile } from 'node:child_process';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Statement } from '@sluice/contracts';
import { numberRows } from './execution-worker.js';
import type { ExecutionHarness } from './execution-harness.js';

/** Submits a batch of one statement and starts it. */
export const start = async (harness: ExecutionHarness, user = 'alice') => {
  const batch = await harness.submit(user, 'select n from numbers');
  const statement = batch.statements[0]!;
  const worker = await harness.claimAsWorker(batch);
  await worker.start(statement);
  return { batch, statement, worker };
};

/** Submits a batch of one statement and finishes it with the numbers from 1 to `rowCount`. */
export const finish = async (harness: ExecutionHarness, rowCount: number) => {
  const started = await start(harness);
  const result = await started.worker.finishWithRows(started.statement, [numberRows(1, rowCount)]);
  return { ...started, file: join(harness.folder, 'results', result.resultsPath ?? '') };
};

/** Sends a raw request, because `fetch` would request compression and decompress the response. */
export const rawGet = (
  harness: ExecutionHarness,
  path: string,
  headers: Record<string, string> = {},
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const url = harness.address + path;
    httpGet(url, { headers: { 'x-user': 'alice', ...headers }, agent: false }, resolve).once(
      'error',
      reject,
    );
  });

const slowReader = `
  import { get } from 'node:http';
  import { setTimeout as delay } from 'node:timers/promises';
  get(process.argv[1], { headers: { 'x-user': 'alice' } }, async (response) => {
    let received = 0;
    for await (const part of response) {
      received += part.length;
      await delay(0);
    }
    console.log(received);
  });
`;

/** Reads a response in a child process, so that its garbage does not count as the API's, and returns its length. */
export async function readSlowly(harness: ExecutionHarness, path: string): Promise<number> {
  const node = ['--input-type=module', '--eval', slowReader, harness.address + path];
  return Number((await promisify(execFile)(process.execPath, node)).stdout);
}

export const resultsPathOf = (statement: Statement, query = '') =>
  `/api/statements/${statement.id}/results${query}`;
