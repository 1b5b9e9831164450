import { hasFields, withReplay, type ReplayEntry } from '@sluice/testkit';
import { gzipSync } from 'node:zlib';
import t from 'tap';

const post = async (url: string, body: object): Promise<unknown> =>
  (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();

await t.test('a replay server sends the answers of its table in order', async (t) => {
  const query: ReplayEntry = {
    method: 'POST',
    path: /^\/queries\/\w+$/,
    when: hasFields({ sql: 'select 1' }),
    answers: [{ json: { n: 1 } }, ({ query: { id } }) => ({ json: { id } })],
    repeats: true,
  };
  await withReplay([query], async ({ url, requests, port }) => {
    const body = { sql: 'select 1', more: true };
    t.same(await post(`${url}/queries/a`, body), { n: 1 });
    t.same(await post(`${url}/queries/b?id=7`, body), { id: '7' });
    t.same(await post(`${url}/queries/c?id=8`, body), { id: '8' });
    t.match(requests[0], { method: 'POST', path: '/queries/a', json: body });
    t.equal(new URL(url).port, String(port));
  });
});

await t.test('a replay server sends statuses, headers, bytes and broken answers', async (t) => {
  let send = (): void => undefined;
  const condition = new Promise<void>((resolve) => {
    send = resolve;
  });
  const bytes = 'x'.repeat(10_000);
  const entry = (path: string, answer: object): ReplayEntry => ({
    method: 'GET',
    path,
    answers: [answer],
  });
  await withReplay(
    [
      entry('/redirect', { status: 307, headers: { location: '/other' } }),
      entry('/declared', { bytes, gzip: 'declared' }),
      entry('/undeclared', { bytes, gzip: 'undeclared' }),
      entry('/before', { broken: 'before' }),
      entry('/middle', { bytes, broken: 'middle' }),
      entry('/late', { bytes: 'late', after: () => condition }),
    ],
    async ({ url }) => {
      const get = (path: string) => fetch(`${url}${path}`, { redirect: 'manual' });
      const redirect = await get('/redirect');
      t.strictSame([redirect.status, redirect.headers.get('location')], [307, '/other']);
      t.equal(await (await get('/declared')).text(), bytes);
      const raw = await (await get('/undeclared')).arrayBuffer();
      t.ok(Buffer.from(raw).equals(gzipSync(bytes)));
      await t.rejects(get('/before'));
      await t.rejects(get('/middle').then((answer) => answer.text()));
      const late = get('/late');
      send();
      t.equal(await (await late).text(), 'late');
    },
  );
});

await t.test('a replay server fails for unexpected and for missing requests', async (t) => {
  const entry: ReplayEntry = { method: 'GET', path: '/a', answers: [{}, {}] };
  const getTwice = async ({ url }: { url: string }): Promise<void> => {
    await fetch(`${url}/a`);
    t.equal((await fetch(`${url}/b`)).status, 501);
    throw new Error('the client failed');
  };
  await t.rejects(withReplay([entry], getTwice), { message: /does not expect: GET \/b/ });
  await t.rejects(
    withReplay([entry], ({ url }) => fetch(`${url}/a`)),
    { message: /did not come: GET \/a \(1 of 2\)/ },
  );
  await withReplay([{ ...entry, optional: true }], ({ url }) => fetch(`${url}/a`));
});
