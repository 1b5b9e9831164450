import { execFile } from 'node:child_process';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { numberRows } from './execution-player.js';
import type { World } from './execution-support.js';

/** A batch of one statement that is started. */
export const start = async (world: World, user = 'alice') => {
  const batch = await world.submit(user, 'select n from numbers');
  const statement = batch.statements[0]!;
  const worker = await world.play(batch);
  await worker.start(statement);
  return { batch, statement, worker };
};

/** A batch of one statement that finished with the numbers from 1 on. */
export const finish = async (world: World, rowCount: number) => {
  const started = await start(world);
  const result = await started.worker.finishWithRows(started.statement, [numberRows(1, rowCount)]);
  return { ...started, file: join(world.folder, 'results', result.resultsPath ?? '') };
};

/** The raw answer: `fetch` would ask for compression and undo it. */
export const rawGet = (world: World, path: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const url = world.address + path;
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

/** Reads an answer in a process of its own, whose garbage is none of the API's, and tells its bytes. */
export async function readSlowly(world: World, path: string): Promise<number> {
  const node = ['--input-type=module', '--eval', slowReader, world.address + path];
  return Number((await promisify(execFile)(process.execPath, node)).stdout);
}
