import t from 'tap';
import { sampleConnection } from './support.js';
import { openApi } from './fixtures.js';

/** Security requirement S51: no request text may block the event loop longer. */
const boundMs = 100;
/** A request that takes longer is repeated: a host that takes the processor away only adds to the time. */
const measurements = 4;
/** Length of the text as JSON in bytes; with the rest of the body it is just below the body limit. */
const length = 1_040_000;

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
  const bodyOf = (connectionId: string, batchText: string): string =>
    JSON.stringify({ connectionId, batchText });
  const submit = (body: string) => api.admin('POST', '/api/batches', body);
  for (const connectionId of ['postgres', 'mysql']) {
    // The first requests load and compile code; they are not measured.
    await submit(bodyOf(connectionId, 'select 1;'.repeat(50)));
    await submit(bodyOf(connectionId, ';'.repeat(1_000)));
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
      // Made before the measurement: it is the work of the client, not of the API.
      const body = bodyOf(connectionId, part.repeat(Math.floor(length / partLength)));
      let status = 0;
      let ms = Infinity;
      for (let left = measurements; left > 0 && ms >= boundMs; left--) {
        const longest = await longestIterationMs(async () => {
          status = (await submit(body)).statusCode;
        });
        ms = Math.min(ms, longest);
      }
      t.match(String(status), /^(200|400)$/, `${connectionId} ${part}`);
      t.ok(ms < boundMs, `${connectionId} ${part.trim()}: ${ms.toFixed(0)} ms`);
    }
  }
});
