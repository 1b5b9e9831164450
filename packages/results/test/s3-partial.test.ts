import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { ProxyAction } from './support/faulty-proxy.js';
import { everything, openS3Store, startFaultyS3 } from './support/s3.js';
import { chunkOf, rowsBetween, rowsOf, startedOn } from './support/store.js';

const { swift, proxy } = await startFaultyS3(t);

const forward: ProxyAction = { kind: 'forward' };
const absent: ProxyAction = { kind: 'respond', status: 404, code: 'NoSuchKey' };

/** More than one segment, in rows of 1 kB. */
const rowCount = 6_000;

/** A store with a result that is being written. */
const writing = async () => {
  const observed = await openS3Store(swift, { endpoint: proxy.endpoint });
  const id = randomUUID();
  const writer = await observed.store.create(id, startedOn);
  await writer.append(chunkOf(rowsBetween(0, rowCount, 1_000)));
  await writer.flush();
  return { ...observed, id };
};

const isIndex = (url = ''): boolean => new URL(url, proxy.endpoint).pathname.endsWith('/index');

await t.test('an object that is reported as absent once is requested again', async (t) => {
  const { store, id } = await writing();
  const requested = new Set<string>();
  proxy.chooseAction = ({ url = '' }) => {
    const key = new URL(url, proxy.endpoint).pathname;
    if (requested.has(key)) return forward;
    requested.add(key);
    return absent;
  };
  const reading = await store.openPartialPage(id, startedOn, everything);
  t.equal(reading?.rowsSoFar, rowCount);
  if (reading) t.strictSame(await rowsOf(reading), rowsBetween(0, rowCount, 1_000));
  t.ok(requested.size > 3, 'the index, a segment, pieces and the whole object were requested');
});

await t.test('a result that is discarded while it is opened has no rows', async (t) => {
  const { store, id } = await writing();
  let indexReads = 0;
  proxy.chooseAction = ({ url }) => {
    if (isIndex(url)) indexReads += 1;
    return isIndex(url) && indexReads === 1 ? forward : absent;
  };
  t.equal(await store.openPartialPage(id, startedOn, everything), null);
  t.equal(indexReads, 2);
});

await t.test('a lost part of a result that is being written is reported', async (t) => {
  const { store, bucket, id } = await writing();
  for (const key of await bucket.keys()) {
    if (!isIndex(`/${key}`)) await bucket.remove(key);
  }
  const read = () => store.openPartialPage(id, startedOn, everything);
  await t.rejects(read(), { code: 'results_missing' });
});
