import { randomUUID } from 'node:crypto';
import type { Draft, DraftConflict, DraftListItem } from '@sluice/contracts';
import t from 'tap';
import { openQueryHarness } from './query-harness.js';
import { dumpOf, type ApiClient } from './support.js';

const limits = { SERVICE_MAX_DRAFTS_PER_USER: '5', SERVICE_MAX_DRAFT_MB_PER_USER: '1' };

t.test('drafts', async (t) => {
  const { api, ids, as } = await openQueryHarness(t, { ann: null, bob: null }, limits);
  const { ann, bob, admin, token } = as as Record<string, ApiClient> & Record<'ann', ApiClient>;
  const put = (caller: ApiClient, id: string, version: number, text: string, more = {}) =>
    caller('PUT', `/api/drafts/${id}`, { version, text, ...more });
  const list = async (caller: ApiClient): Promise<DraftListItem[]> =>
    (await caller('GET', '/api/drafts')).json();
  const clear = async (caller: ApiClient): Promise<void> => {
    for (const { id } of await list(caller)) await caller('DELETE', `/api/drafts/${id}`);
  };

  t.test('are written, listed in order, read and deleted by their user', async (t) => {
    const [first, second] = [randomUUID(), randomUUID()];
    const fields = {
      name: 'Orders 🦉',
      connectionId: 'c',
      queryId: 'q',
      queryEtag: '"3-abc"',
      chart: { chartType: 'line', fields: { x: 'day' } },
      position: 1,
    };
    const written = (await put(ann, first, 0, "select '𝒳'", fields)).json<Draft>();
    t.match(written, { ...fields, id: first, text: "select '𝒳'", bytes: 13 });
    await put(ann, second, 0, 'select 2');
    t.same(
      (await list(ann)).map(({ id }) => id),
      [second, first],
    );
    t.notOk('text' in (await list(ann))[0]!, 'the list has no texts');
    t.same((await ann('GET', `/api/drafts/${first}`)).json(), written);
    const changed = (await put(ann, first, written.version, 'select 3')).json<Draft>();
    t.match(changed, { text: 'select 3', name: '', connectionId: null, chart: null });
    t.ok(changed.version > written.version);
    t.same((await ann('DELETE', `/api/drafts/${first}`)).json(), {});
    t.equal((await ann('GET', `/api/drafts/${first}`)).statusCode, 404);
    t.equal((await ann('DELETE', `/api/drafts/${first}`)).statusCode, 404);
    await clear(ann);
  });

  t.test('are never overwritten from an older version', async (t) => {
    const id = randomUUID();
    const base = (await put(ann, id, 0, 'base')).json<Draft>();
    // Two browsers write at the same time, several times.
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((text) => put(ann, id, base.version, text)),
    );
    const done = answers.filter(({ statusCode }) => statusCode === 200);
    t.equal(done.length, 1, 'one of them is stored');
    const stored = done[0]!.json<Draft>();
    for (const refused of answers.filter((each) => each !== done[0])) {
      t.equal(refused.statusCode, 409);
      const conflict = refused.json<DraftConflict>();
      t.match(conflict, { code: 'draft_changed', errors: [{ path: 'version' }] });
      t.same(conflict.draft, stored, 'the answer has the stored draft');
    }
    t.equal((await put(ann, id, 0, 'new')).statusCode, 409, 'a new draft overwrites none');
    const late = await ann('DELETE', `/api/drafts/${id}?version=${base.version}`);
    t.equal(late.statusCode, 409, 'nor does a deletion of an older version');
    t.same(late.json<DraftConflict>().draft, stored);
    t.equal((await ann('DELETE', `/api/drafts/${id}?version=${stored.version}`)).statusCode, 200);
    t.equal((await put(ann, id, stored.version, 'gone')).statusCode, 404);
    const again = (await put(ann, id, 0, 'again')).json<Draft>();
    t.ok(again.version > stored.version, 'a version never comes back');
    t.equal((await put(ann, id, stored.version, 'old')).statusCode, 409);
    await clear(ann);
  });

  t.test('belong to one user, and no other user can read or change them', async (t) => {
    const id = randomUUID();
    const own = (await put(ann, id, 0, 'of ann')).json<Draft>();
    for (const caller of [bob, admin, token] as ApiClient[]) {
      t.same(await list(caller), []);
      t.equal((await caller('GET', `/api/drafts/${id}`)).statusCode, 404);
      t.equal((await caller('DELETE', `/api/drafts/${id}`)).statusCode, 404);
      t.equal((await put(caller, id, own.version, 'mine')).statusCode, 404);
      t.equal((await put(caller, id, 0, 'mine')).statusCode, 200, 'the ID is not taken');
      await clear(caller);
    }
    t.same((await ann('GET', `/api/drafts/${id}`)).json(), own);
    t.equal((await api.anonymous('GET', '/api/drafts')).statusCode, 401);
    await clear(ann);
  });

  t.test('are limited in number and size', async (t) => {
    const drafts: Draft[] = [];
    for (let count = 0; count < 5; count++) {
      drafts.push((await put(ann, randomUUID(), 0, 'x')).json<Draft>());
    }
    const refused = await put(ann, randomUUID(), 0, 'x');
    t.equal(refused.statusCode, 403);
    t.match(refused.json(), { code: 'draft_limit', errors: [{ path: 'text' }] });
    const [first, second] = drafts as [Draft, Draft];
    const long = (await put(ann, first.id, first.version, 'x'.repeat(900_000))).json<Draft>();
    t.equal((await put(ann, second.id, second.version, 'x'.repeat(200_000))).statusCode, 403);
    t.equal((await put(ann, second.id, second.version, 'x'.repeat(50_000))).statusCode, 200);
    t.equal((await put(ann, first.id, long.version, 'x'.repeat(899_999))).statusCode, 200);
    t.equal((await put(bob!, randomUUID(), 0, 'x')).statusCode, 200, 'other users have their own');
    await clear(ann);
    await clear(bob!);
  });

  t.test('refuse invalid fields by name', async (t) => {
    const id = randomUUID();
    const cases: [Record<string, unknown>, string][] = [
      [{ text: 'x' }, 'version'],
      [{ version: -1, text: 'x' }, 'version'],
      [{ version: 1.5, text: 'x' }, 'version'],
      [{ version: 0 }, 'text'],
      [{ version: 0, text: 'x'.repeat(1_000_001) }, 'text'],
      [{ version: 0, text: 'a\0b' }, 'text'],
      [{ version: 0, text: 'x', name: 'x'.repeat(256) }, 'name'],
      [{ version: 0, text: 'x', position: -1 }, 'position'],
      [{ version: 0, text: 'x', chart: { chartType: 5, fields: {} } }, 'chart.chartType'],
    ];
    for (const [body, path] of cases) {
      const response = await ann('PUT', `/api/drafts/${id}`, body);
      t.equal(response.statusCode, 400, path);
      t.match(response.json(), { errors: [{ path }] });
    }
    for (const bad of ['x', id.toUpperCase(), `${id}0`]) {
      const response = await put(ann, bad, 0, 'x');
      t.match([response.statusCode, response.json()], [400, { errors: [{ path: 'id' }] }]);
      t.equal((await ann('GET', `/api/drafts/${bad}`)).statusCode, 404);
    }
    const bad = await ann('DELETE', `/api/drafts/${id}?version=x`);
    t.match([bad.statusCode, bad.json()], [400, { errors: [{ path: 'version' }] }]);
    t.same(await list(ann), []);
  });

  t.test('are encrypted: a dump of the database does not contain them', async (t) => {
    const canary = `canary-${randomUUID()}`;
    const texts = { text: `select '${canary}'`, name: `name ${canary}`, queryId: canary };
    const chart = { chartType: 'line', fields: { x: canary } };
    const id = randomUUID();
    const { version } = (await put(ann, id, 0, texts.text, { ...texts, chart })).json<Draft>();
    await put(ann, id, version, texts.text, texts);
    t.notMatch(await dumpOf(api.sql), canary);
    const [row] = await api.sql.query<{ encrypted_content: Buffer }>(
      'select encrypted_content from drafts where id = $1',
      [id],
    );
    const context = `drafts/${ids['ann']}/${id}/content`;
    t.match(api.cipher.decrypt(row!.encrypted_content, context), { text: texts.text });
    const moved = `drafts/${ids['bob']}/${id}/content`;
    t.throws(() => api.cipher.decrypt(row!.encrypted_content, moved));
    await clear(ann);
  });

  t.test('a draft that no passphrase decrypts is a separate error', async (t) => {
    const [id, readable] = [randomUUID(), randomUUID()];
    const { version } = (await put(ann, id, 0, 'lost')).json<Draft>();
    await put(ann, readable, 0, 'select 1');
    const lose = () =>
      api.sql.query(
        `update drafts set encrypted_content = '', encrypted_details = '' where id = $1`,
        [id],
      );
    await lose();
    const listed = await list(ann);
    t.same(
      listed.map((draft) => draft.id),
      [readable],
      'the other drafts are listed',
    );
    const url = `/api/drafts/${id}`;
    const requests = [
      ann('GET', url),
      put(ann, id, 0, 'new'),
      put(ann, id, version + 1, 'other'),
      ann('DELETE', `${url}?version=${version + 1}`),
    ];
    for (const answer of await Promise.all(requests)) {
      t.match([answer.statusCode, answer.json()], [400, { code: 'draft_undecryptable' }]);
    }
    t.equal((await put(ann, id, version, 'known')).statusCode, 200, 'its browser writes on');
    await lose();
    t.equal((await ann('DELETE', url)).statusCode, 200);
    await clear(ann);
  });

  t.test('are deleted with their user or service token', async (t) => {
    await put(bob!, randomUUID(), 0, 'of bob');
    await put(token!, randomUUID(), 0, 'of the token');
    await admin!('DELETE', `/api/users/${ids['bob']}`);
    await admin!('DELETE', `/api/service-tokens/${ids['token']}`);
    t.same(await api.sql.query('select from drafts'), []);
  });
});
