import t from 'tap';
import { sharedSwift, until } from '@sluice/testkit';
import { testStoreContract } from './support/store-contract.js';
import { openS3Store } from './support/s3.js';
import { storeRows } from './support/store.js';

const swift = await sharedSwift();
t.teardown(() => swift.stop());

await testStoreContract(() => openS3Store(swift), { runs: 4, pages: 6, writers: 12 });

await t.test('a link reads only its own object, unchanged, until it expires', async (t) => {
  const { store, stored } = await openS3Store(swift);
  const result = await storeRows(store, 1_000);
  const other = await storeRows(store, 10);
  const link = await store.linkTo(result.resultsPath, result, 60);
  const answer = await fetch(link ?? '');
  t.equal(answer.status, 200);
  t.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  t.equal(answer.headers.get('content-encoding'), null);
  t.equal(answer.headers.get('cache-control'), 'private, no-store');
  t.ok(Buffer.from(await answer.arrayBuffer()).equals(await stored(result.resultsPath)));
  const part = await fetch(link ?? '', { headers: { range: 'bytes=0-1' } });
  t.equal(await part.text(), '[[');

  const statusOf = async (address: string, method = 'GET') =>
    (await fetch(address, { method })).status;
  const changed = new URL(link ?? '');
  changed.pathname = changed.pathname.replace(result.resultsPath, other.resultsPath);
  t.equal(await statusOf(changed.href), 403, 'another object');
  for (const [name, value] of [
    ['X-Amz-Expires', '600'],
    ['response-content-type', 'text/html'],
  ] as const) {
    const forged = new URL(link ?? '');
    forged.searchParams.set(name, value);
    t.equal(await statusOf(forged.href), 403, name);
  }
  for (const method of ['PUT', 'DELETE']) t.equal(await statusOf(link ?? '', method), 403, method);

  const short = (await store.linkTo(result.resultsPath, result, 1)) ?? '';
  await until('the link has expired', async () => (await statusOf(short)) === 403);
});

await t.test(
  'a link uses the public endpoint and is created only for a stored result',
  async (t) => {
    const publicEndpoint = 'https://objects.example.com';
    const { store } = await openS3Store(swift, { publicEndpoint });
    const result = await storeRows(store, 10);
    t.match(
      await store.linkTo(result.resultsPath, result, 60),
      /^https:\/\/objects\.example\.com\//,
    );
    const longer = { ...result, bytes: result.bytes + 1 };
    await t.rejects(store.linkTo(result.resultsPath, longer, 60), { code: 'results_damaged' });
    await store.remove(result.resultsPath);
    await t.rejects(store.linkTo(result.resultsPath, result, 60), { code: 'results_missing' });
    await t.rejects(store.linkTo('../x', result, 60), { code: 'results_refused' });
  },
);
