import t from 'tap';
import { openTestApi, sampleConnection } from './support.js';

/** Security requirement S51: no text of a request may hold the event loop longer. */
const boundMs = 100;
/** Bytes of the text as JSON: with the rest of the body just below the limit. */
const length = 1_040_000;

/**
 * Longest turn of the event loop while `work` runs, in ms of this thread's processor time. Other processes and other
 * threads, such as those of the garbage collector, do not count.
 */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    last = process.threadCpuUsage();
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  await work();
  clearImmediate(next);
  return longestMs;
}

t.test('a megabyte of any text leaves the event loop free', async (t) => {
  const api = await openTestApi({ dependencies: { checkResponses: false } });
  t.teardown(() => api.close());
  for (const driver of ['postgres', 'mysql']) {
    const connection = { ...sampleConnection, driver, id: driver };
    t.equal((await api.admin('POST', '/api/connections', connection)).statusCode, 200);
  }
  const submit = (connectionId: string, batchText: string) =>
    api.admin('POST', '/api/batches', JSON.stringify({ connectionId, batchText }));
  for (const connectionId of ['postgres', 'mysql']) {
    // What is loaded and compiled with the first request is no matter of the text.
    await submit(connectionId, 'select 1;'.repeat(50));
    await submit(connectionId, ';'.repeat(1_000));
    for (const part of [
      ';',
      '; ',
      ';--\n',
      '/**/;',
      "'",
      '"',
      '(',
      '[',
      '--\n',
      '/*',
      'begin;',
      'begin ',
      'case ',
      '$$',
      '$1$',
    ]) {
      const partLength = JSON.stringify(part).length - 2;
      const text = part.repeat(Math.floor(length / partLength));
      let status = 0;
      const ms = await longestTurnMs(async () => {
        status = (await submit(connectionId, text)).statusCode;
      });
      t.match(String(status), /^(200|400)$/, `${connectionId} ${part}`);
      t.ok(ms < boundMs, `${connectionId} ${part.trim()}: ${ms.toFixed(0)} ms`);
    }
  }
});
