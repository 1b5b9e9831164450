import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import t, { type Test } from 'tap';
import { isDeep, until } from '@sluice/testkit';
import type { ResultChunk, ResultReading, ResultStore } from '@sluice/results';
import { startScript } from './support/child.js';
import type { ProxyAction } from './support/faulty-proxy.js';
import { everything, openS3Store, prefix, startFaultyS3, type S3Store } from './support/s3.js';
import { bodyOf, chunkOf, day, rowAt, rowsBetween, startedOn, storeRows } from './support/store.js';

const { swift, proxy } = await startFaultyS3(t);

const forward: ProxyAction = { kind: 'forward' };
const unavailable: ProxyAction = { kind: 'respond', status: 503, code: 'SlowDown' };

/** More than two segments, in rows of 1 kB. */
const large = 12_000;

/** Encoded once: the tests write and read the same rows many times. */
const texts = Array.from({ length: large }, (_, row) => JSON.stringify(rowAt(row, 1_000)));
const textBetween = (from: number, to: number): string => texts.slice(from, to).join(',\n');
const chunkBetween = (from: number, to: number): ResultChunk => ({
  rowCount: to - from,
  json: Buffer.from(textBetween(from, to)),
});

const write = async (store: ResultStore, statementId: string, rowCount: number) => {
  const writer = await store.create(statementId, startedOn);
  await writer.append(chunkBetween(0, rowCount / 2));
  await writer.flush();
  await writer.append(chunkBetween(rowCount / 2, rowCount));
  return writer.finish();
};

/** Whether a reading returns these rows. Comparing text is about 100 times faster than comparing values. */
const hasRows = async (reading: ResultReading, from: number, to: number): Promise<boolean> =>
  (await bodyOf(reading)).equals(Buffer.from(`[${textBetween(from, to)}]`));

/** Removes results that no database row refers to, as retention does. */
const sweep = async ({ store }: S3Store): Promise<void> => {
  const paths = new Set<string>();
  for await (const { resultsPath } of store.list(new Date(Date.now() + 60_000))) {
    paths.add(resultsPath);
  }
  for (const path of paths) await store.remove(path);
};

const expectEmpty = async (t: Test, { bucket }: S3Store, about: string): Promise<void> => {
  t.strictSame([...(await bucket.keys()), ...(await bucket.uploads())], [], about);
};

// `npm test` fails every second request of a large result, which includes those of a multipart upload. After a permanent
// failure both sizes take the same path, so there only the small result fails.
for (const [size, rowCount] of Object.entries({ small: 20, large })) {
  await t.test(
    `a ${size} result survives a failure of each request, once and permanently`,
    async (t) => {
      const observed = await openS3Store(swift, { endpoint: proxy.endpoint, attempts: 1 });
      const { store } = observed;
      const methods = new Set<string>();
      const failsAll = isDeep || rowCount < large;
      for (const isPermanent of failsAll ? [false, true] : [false]) {
        const step = failsAll ? 1 : 2;
        for (let failAt = 1; ; failAt += step) {
          const id = randomUUID();
          const about = `call ${failAt}${isPermanent ? ' and all after it' : ''}`;
          let calls = 0;
          proxy.chooseAction = ({ method = '' }) => {
            calls += 1;
            const fails = isPermanent ? calls >= failAt : calls === failAt;
            if (fails) methods.add(method);
            return fails ? unavailable : forward;
          };
          const outcome = await write(store, id, rowCount).catch((error: unknown) => ({ error }));
          proxy.chooseAction = () => forward;
          if (calls < failAt) break;
          if ('resultsPath' in outcome) {
            const reading = await store.openWhole(outcome.resultsPath, outcome);
            t.ok(await hasRows(reading, 0, rowCount), `${about}: the result is complete`);
          } else {
            t.match(outcome, { error: { code: 'storage', title: /too busy/ } }, about);
            if (!isPermanent) await expectEmpty(t, observed, `${about}: no object is left`);
          }
          await sweep(observed);
          await expectEmpty(t, observed, `${about}: no object is left after the sweep`);
          t.equal(await store.openPartialPage(id, startedOn, everything), null);
        }
      }
      t.ok(methods.has('PUT') && methods.has('DELETE'));
      t.equal(methods.has('POST'), rowCount === large, 'a large result is a multipart upload');
    },
  );
}

await t.test('intermittent failures and lost responses are retried', async (t) => {
  const observed = await openS3Store(swift, { endpoint: proxy.endpoint });
  const { store } = observed;
  let failed = 0;
  proxy.chooseAction = () => {
    if (proxy.count % 3 !== 0) return forward;
    failed += 1;
    return failed % 2 === 0 ? unavailable : { kind: 'dropResponse' };
  };
  const result = await write(store, randomUUID(), large);
  const reading = await store.openWhole(result.resultsPath, result);
  t.ok(await hasRows(reading, 0, large));
  await store.remove(result.resultsPath);
  await expectEmpty(t, observed, 'after the removal');
  t.ok(failed > 5, `${failed} requests failed`);
});

await t.test(
  'a server failure during an upload fails the result and the sweep cleans up',
  async (t) => {
    const observed = await openS3Store(swift, { attempts: 2 });
    const { store } = observed;
    const writer = await store.create(randomUUID(), startedOn);
    await writer.append(chunkOf(rowsBetween(0, 6_000, 1_000)));
    await writer.flush();
    await swift.goAway();
    t.equal(await store.freeBytes(), 0, 'no free space is reported while the server is down');
    const append = async () => {
      for (let row = 6_000; ; row += 1_000) {
        await writer.append(chunkOf(rowsBetween(row, row + 1_000, 1_000)));
      }
    };
    const problem = { code: 'storage', title: /object storage cannot be reached/ };
    await t.rejects(append(), problem);
    await t.rejects(writer.finish(), problem);
    await swift.comeBack();
    t.not(await store.freeBytes(), 0);
    t.not((await observed.names()).length, 0, 'the writer could not clean up');
    await sweep(observed);
    await expectEmpty(t, observed, 'after the sweep');
  },
);

await t.test('a slow server is waited for until the timeout', async (t) => {
  const timeouts = { timeoutMs: 2_000, attempts: 1 };
  const { store } = await openS3Store(swift, { endpoint: proxy.endpoint, ...timeouts });
  proxy.chooseAction = () => ({ kind: 'delay', ms: 300 });
  t.match(await storeRows(store, 100), { rowCount: 100 });
  proxy.chooseAction = () => ({ kind: 'delay', ms: 60_000 });
  await t.rejects(storeRows(store, 100), { code: 'storage', title: /cannot be reached/ });
});

await t.test('an interrupted response is resumed at the next byte', async (t) => {
  const { store } = await openS3Store(swift, { endpoint: proxy.endpoint });
  const result = await storeRows(store, 3_000, { bytes: 1_000 });
  proxy.chooseAction = () => ({ kind: 'truncate', afterBytes: 700_000 });
  const before = proxy.count;
  t.ok(await hasRows(await store.openWhole(result.resultsPath, result), 0, 3_000));
  t.ok(proxy.count - before > 4);
  const page = await store.openPage(result.resultsPath, result, { offset: 1, limit: 2_900 });
  t.ok(await hasRows(page, 1, 2_901));
  proxy.chooseAction = ({ method }) =>
    method === 'GET' ? { kind: 'truncate', afterBytes: 0 } : forward;
  const read = async () => bodyOf(await store.openWhole(result.resultsPath, result));
  await t.rejects(read(), 'a read without progress fails');
});

await t.test(
  'flushed rows of a killed worker are readable and the sweep removes them',
  async (t) => {
    const observed = await openS3Store(swift);
    const { store, bucket, options } = observed;
    const id = randomUUID();
    const worker = startScript('./write-and-wait.ts', [JSON.stringify(options), id]);
    await once(worker.stdout!, 'data');
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    // As left by a worker that was killed while it completed the upload.
    await bucket.beginUpload(`${prefix}${day}/${id}.json`);
    await bucket.write(`${prefix}notes.txt`, Buffer.from('not ours'));
    await bucket.write(`${day}/${id}.json`, Buffer.from('not ours either'));
    const reading = await store.openPartialPage(id, startedOn, everything);
    t.equal(reading?.rowsSoFar, large);
    if (reading) t.ok(await hasRows(reading, 0, large));
    const path = `${day}/${id}.json`;
    await t.rejects(store.openWhole(path, { bytes: 9, rowCount: 2 }), { code: 'results_missing' });
    await sweep(observed);
    t.strictSame(await bucket.keys(), [path, `${prefix}notes.txt`].sort());
    t.strictSame(await bucket.uploads(), []);
  },
);

await t.test('rows are readable at every step of the write and after it', async (t) => {
  const observed = await openS3Store(swift);
  const { store } = observed;
  const id = randomUUID();
  const writing = async () => {
    const writer = await store.create(id, startedOn);
    for (let row = 0; row < large; row += 500) {
      await writer.append(chunkBetween(row, row + 500));
      await writer.flush();
    }
    return writer.finish();
  };
  let isWriting = true;
  const result = writing().finally(() => (isWriting = false));
  const seen = new Set<number>();
  let last = 0;
  while (isWriting) {
    const offset = Math.max(0, last - 6_000);
    const reading = await store.openPartialPage(id, startedOn, { offset, limit: 100_000 });
    if (reading === null) continue;
    if (reading.rowsSoFar < last) t.fail(`${reading.rowsSoFar} rows after ${last}`);
    last = reading.rowsSoFar;
    seen.add(last);
    if (!(await hasRows(reading, offset, last))) t.fail(`wrong rows at ${last}`);
  }
  t.match(await result, { rowCount: large });
  t.ok(seen.size > 3, `${seen.size} different states were read`);
  t.equal((await observed.names()).length, 2, 'the data and its index');
});

await t.test(
  'a truncated, extended or changed object is reported as results_damaged',
  async (t) => {
    const { store, bucket } = await openS3Store(swift);
    const problem = { code: 'results_damaged', status: 500 };
    const page = { offset: 5, limit: 1 };
    for (const rowCount of [10, 20_000]) {
      const result = await storeRows(store, rowCount);
      const key = prefix + result.resultsPath;
      const body = await bucket.read(key);
      for (const wrong of [body.subarray(0, -1), Buffer.concat([body, Buffer.from('\n')])]) {
        await bucket.write(key, wrong);
        await t.rejects(store.openWhole(result.resultsPath, result), problem);
        await t.rejects(store.openPage(result.resultsPath, result, page), problem);
      }
      body.writeUInt8(body.readUInt8(body.length - 5) ^ 1, body.length - 5);
      await bucket.write(key, body);
      const read = async () => bodyOf(await store.openWhole(result.resultsPath, result));
      await t.rejects(read(), problem, 'the checksum detects one changed bit');
    }
    const result = await storeRows(store, 20_000);
    const index = prefix + result.resultsPath.replace(/json$/, 'idx');
    await bucket.write(index, Buffer.alloc(160, 1));
    await t.rejects(store.openPage(result.resultsPath, result, page), problem);
    await bucket.remove(index);
    const missing = { code: 'results_missing' };
    await t.rejects(store.openPage(result.resultsPath, result, page), missing);
  },
);

await t.test('foreign paths are rejected without a request to the server', async (t) => {
  const { store } = await openS3Store(swift, { endpoint: proxy.endpoint });
  const before = proxy.count;
  const id = randomUUID();
  for (const path of [`${day}/../${id}.json`, `/${day}/${id}.json`, `${day}/${id}.idx`, '']) {
    const refusal = { code: 'results_refused', status: 404, title: 'Not found' };
    await t.rejects(store.openWhole(path, { bytes: 5, rowCount: 1 }), refusal);
    await t.rejects(store.openPage(path, { bytes: 5, rowCount: 1 }, everything), refusal);
    await t.rejects(store.remove(path), refusal);
    await t.rejects(store.has(path), refusal);
    await t.rejects(store.create(path, startedOn), refusal);
  }
  t.equal(proxy.count, before);
});

await t.test('readers that disconnect release their connections', async (t) => {
  const { store } = await openS3Store(swift, { endpoint: proxy.endpoint });
  const result = await storeRows(store, large, { bytes: 1_000 });
  const readings = await Promise.all(
    Array.from({ length: 60 }, () => store.openWhole(result.resultsPath, result)),
  );
  for (const [at, { stream }] of readings.entries()) {
    if (at % 2 === 0) stream.read();
    stream.destroy();
  }
  await until('all responses are closed', () => proxy.open === 0);
  t.ok(await store.has(result.resultsPath));
});

await t.test('a reader that disconnects during a response starts no further request', async (t) => {
  const { store } = await openS3Store(swift, { endpoint: proxy.endpoint });
  const result = await storeRows(store, large, { bytes: 1_000 });
  proxy.chooseAction = () => ({ kind: 'stall' });
  const { stream } = await store.openWhole(result.resultsPath, result);
  stream.read();
  const before = proxy.count;
  stream.destroy();
  await once(stream, 'close');
  // A retry of the interrupted response would be sent before these requests.
  const checks = 5;
  for (let asked = 0; asked < checks; asked++) t.ok(await store.has(result.resultsPath));
  t.equal(proxy.count, before + checks, 'no other request was sent');
  await until('all responses are closed', () => proxy.open === 0);
});
