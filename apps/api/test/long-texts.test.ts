import t from 'tap';
import { sampleConnection } from './support.js';
import { openApi } from './fixtures.js';

/** Security requirement S51: no request text may block the event loop longer. */
const boundMs = 100;
/** Length of the text as JSON in bytes; with the rest of the body it is just below the body limit. */
const length = 1_040_000;

/** The same text is the same work; a busy machine only adds to its time. */
const repeats = 3;

/** Returns the least of the longest iterations of several runs, in ms of this thread's CPU time. */
async function leastIterationMs(work: () => Promise<unknown>): Promise<number> {
  let leastMs = Infinity;
  for (let run = 0; run < repeats; run++) {
    leastMs = Math.min(leastMs, await longestIterationMs(work));
  }
  return leastMs;
}

/**
 * Returns the longest event loop iteration during `work`, in ms of this thread's CPU time. Other processes and
 * threads, such as those of the garbage collector, do not count.
 */
async function longestIterationMs(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const measure = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    last = process.threadCpuUsage();
    next = setImmediate(measure);
  };
  let next = setImmediate(measure);
  await work();
  clearImmediate(next);
  return longestMs;
}

t.test('a megabyte of any text does not block the event loop', async (t) => {
  const api = await openApi(t, { dependencies: { checkResponses: false } });
  for (const driver of ['postgres', 'mysql']) {
    const connection = { ...sampleConnection, driver, id: driver };
    t.equal((await api.admin('POST', '/api/connections', connection)).statusCode, 200);
  }
  const submit = (connectionId: string, batchText: string) =>
    api.admin('POST', '/api/batches', JSON.stringify({ connectionId, batchText }));
  for (const connectionId of ['postgres', 'mysql']) {
    // The first requests load and compile code; they are not measured.
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
      const ms = await leastIterationMs(async () => {
        status = (await submit(connectionId, text)).statusCode;
      });
      t.match(String(status), /^(200|400)$/, `${connectionId} ${part}`);
      t.ok(ms < boundMs, `${connectionId} ${part.trim()}: ${ms.toFixed(0)} ms`);
    }
  }
});
