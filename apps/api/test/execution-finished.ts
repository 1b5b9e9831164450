import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
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
