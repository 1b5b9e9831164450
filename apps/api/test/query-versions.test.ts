import { randomUUID } from 'node:crypto';
import type { Query, QueryVersion, QueryVersionListItem } from '@sluice/contracts';
import t from 'tap';
import { openQueryHarness } from './query-harness.js';
import { dumpOf, type ApiClient } from './support.js';

t.test('versions of saved queries', async (t) => {
  const { api, ids, as, save } = await openQueryHarness(t, { ann: null, bob: null, eve: null });
  const { ann, bob, eve, admin } = as as Record<'ann' | 'bob' | 'eve' | 'admin', ApiClient>;
  const list = async (caller: ApiClient, id: string, query = '') =>
    (await caller('GET', `/api/queries/${id}/versions${query}`)).json<QueryVersionListItem[]>();
  const get = (caller: ApiClient, id: string, number: number | string) =>
    caller('GET', `/api/queries/${id}/versions/${number}`);
  const restore = (caller: ApiClient, id: string, number: number | string, headers = {}) =>
    caller('POST', `/api/queries/${id}/versions/${number}/restore`, undefined, headers);
  const numbers = (versions: QueryVersionListItem[]) => versions.map(({ number }) => number);

  t.test('each save of text or chart is a version', async (t) => {
    const acl = [{ userId: ids['bob'], write: true }];
    const { id } = await save(ann, { queryText: 'select 1', acl });
    const url = `/api/queries/${id}`;
    const chart = { chartType: 'line', fields: { x: 'day' } };
    await bob('PUT', url, { queryText: "select '𝒳'" });
    await ann('PUT', url, { name: 'Renamed', tags: ['a'] });
    await ann('PUT', url, { queryText: "select '𝒳'" });
    await ann('PUT', url, { chart });
    const versions = await list(ann, id);
    t.match(versions, [
      { number: 5, createdBy: ids['ann'], bytes: 13, restoredFrom: null },
      { number: 2, createdBy: ids['bob'], createdByUser: { name: 'bob' }, bytes: 13 },
      { number: 1, createdBy: ids['ann'], bytes: 8 },
    ]);
    t.equal(versions.length, 3, 'other changes, and saves of the same text, make none');
    t.match((await get(ann, id, 1)).json(), { number: 1, queryText: 'select 1', chart: null });
    t.match((await get(ann, id, 5)).json(), { queryText: "select '𝒳'", chart });
    t.same(numbers(await list(ann, id, '?limit=1&offset=1')), [2]);
    for (const bad of [3, 4, 6, 0, 'x', '1.0', '99999999999']) {
      t.equal((await get(ann, id, bad)).statusCode, 404, String(bad));
    }
  });

  t.test('a restore is a new version', async (t) => {
    const { id } = await save(ann, { queryText: 'first', name: 'Kept', connectionId: 'c' });
    await ann('PUT', `/api/queries/${id}`, { queryText: 'second' });
    const restored = await restore(ann, id, 1);
    t.match(restored.json<Query>(), { queryText: 'first', name: 'Kept', connectionId: 'c' });
    t.equal(restored.headers.etag, (await ann('GET', `/api/queries/${id}`)).headers.etag);
    t.match(await list(ann, id), [{ number: 3, restoredFrom: 1 }, { number: 2 }, { number: 1 }]);
    const same = await restore(ann, id, 3);
    t.equal(same.statusCode, 200, 'the current version can be restored');
    t.equal((await restore(ann, id, 9)).statusCode, 404);
    const stale = await restore(ann, id, 2, { 'if-match': '"1-abc"' });
    t.match([stale.statusCode, stale.json()], [412, { code: 'query_changed' }]);
    t.match((await ann('GET', `/api/queries/${id}`)).json(), { queryText: 'first' });
  });

  t.test('have the access of their query', async (t) => {
    const { id } = await save(ann, {
      queryText: 'first',
      acl: [{ userId: ids['bob'], write: false }],
    });
    await ann('PUT', `/api/queries/${id}`, { queryText: 'second' });
    const statuses = async (caller: ApiClient) => [
      (await caller('GET', `/api/queries/${id}/versions`)).statusCode,
      (await get(caller, id, 1)).statusCode,
      (await restore(caller, id, 1)).statusCode,
    ];
    t.same(await statuses(eve), [403, 403, 403]);
    t.same(await statuses(bob), [200, 200, 403], 'a reader cannot restore');
    t.match((await ann('GET', `/api/queries/${id}`)).json(), { queryText: 'second' });
    t.same(await statuses(admin), [200, 200, 200]);
    t.same(await statuses(ann), [200, 200, 200]);
  });

  t.test('text that was saved before there were versions is kept', async (t) => {
    const id = randomUUID();
    const insert = `insert into queries (id, name, query_text, owner_id, created_by, updated_by,
        readers, version) values ($1, 'old', 'written before', $2, $2, $2, array[$2], 7)`;
    await api.sql.query(insert, [id, ids['ann']]);
    t.same(await list(ann, id), []);
    await ann('PUT', `/api/queries/${id}`, { queryText: 'new' });
    t.same(numbers(await list(ann, id)), [8, 7]);
    t.match((await get(ann, id, 7)).json<QueryVersion>(), { queryText: 'written before' });
    // The previous version of the service writes no versions.
    await api.sql.query(
      `update queries set query_text = 'by the previous version', version = 9 where id = $1`,
      [id],
    );
    await ann('PUT', `/api/queries/${id}`, { queryText: 'newer' });
    t.same(numbers(await list(ann, id)), [10, 9, 8, 7]);
    t.match((await get(ann, id, 9)).json(), { queryText: 'by the previous version' });
  });

  t.test('concurrent saves are versions in the order of the query', async (t) => {
    const { id } = await save(ann, { queryText: '0' });
    const url = `/api/queries/${id}`;
    await Promise.all([1, 2, 3, 4, 5].map((n) => ann('PUT', url, { queryText: `text ${n}` })));
    const versions = await list(ann, id);
    t.same(numbers(versions), [6, 5, 4, 3, 2, 1]);
    const newest = (await get(ann, id, 6)).json<QueryVersion>();
    t.equal((await ann('GET', url)).json<Query>().queryText, newest.queryText);
  });

  t.test('are encrypted: a dump of the database does not contain them', async (t) => {
    const canary = `canary-${randomUUID()}`;
    const chart = { chartType: 'line', fields: { x: canary } };
    const { id } = await save(ann, { queryText: `select '${canary}'`, chart });
    await ann('PUT', `/api/queries/${id}`, { queryText: 'select 1', chart: null });
    t.notMatch(await dumpOf(api.sql), canary);
    t.match((await get(ann, id, 1)).json(), { queryText: `select '${canary}'`, chart });
  });

  t.test('a version that no passphrase decrypts does not prevent saving', async (t) => {
    const { id } = await save(ann, { queryText: 'first' });
    await api.sql.query(`update query_versions set encrypted_content = '' where query_id = $1`, [
      id,
    ]);
    const unreadable = await get(ann, id, 1);
    t.match([unreadable.statusCode, unreadable.json()], [400, { code: 'undecryptable' }]);
    t.equal((await ann('PUT', `/api/queries/${id}`, { queryText: 'second' })).statusCode, 200);
    t.same(numbers(await list(ann, id)), [2, 1]);
  });

  t.test('are deleted with their query', async (t) => {
    const { id } = await save(ann, { queryText: 'x' });
    await ann('DELETE', `/api/queries/${id}`);
    t.same(await api.sql.query('select from query_versions where query_id = $1', [id]), []);
    t.equal((await ann('GET', `/api/queries/${id}/versions`)).statusCode, 404);
  });
});
