import { randomUUID } from 'node:crypto';
import type { Query } from '@sluice/contracts';
import { createRetentionRepository } from '@sluice/database';
import t from 'tap';
import { openQueryHarness } from './query-harness.js';
import type { ApiClient } from './support.js';

const everyone = '__EVERYONE__';

const etagOf = async (caller: ApiClient, id: string): Promise<string> =>
  String((await caller('GET', `/api/queries/${id}`)).headers.etag);

t.test('saved queries', async (t) => {
  const { api, ids, as, save } = await openQueryHarness(t, { ann: null, bob: null, eve: null });
  const { ann, bob, eve, admin, token } = as as Record<string, ApiClient> &
    Record<'ann', ApiClient>;

  t.test('can be saved, read, changed and deleted by their owner', async (t) => {
    const bare = await save(ann);
    t.match(bare, {
      name: 'No Name Query',
      connectionId: null,
      queryText: '',
      chart: null,
      tags: [],
      acl: [],
      createdBy: ids['ann'],
      createdByUser: { id: ids['ann'], name: 'ann', email: 'ann@example.com' },
      updatedBy: ids['ann'],
      canRead: true,
      canWrite: true,
      canDelete: true,
    });
    const chart = { chartType: 'line', fields: { x: 'day', y: 'n', trendline: true } };
    const full = await save(ann, {
      name: '  Orders 𝒳 🦉 ',
      connectionId: 'c',
      queryText: "select '𝒳'",
      chart,
      tags: [' a ', 'b', 'a', '', '  '],
      createdBy: ids['bob'],
      id: 'mine',
    });
    t.match(full, { name: 'Orders 𝒳 🦉', connectionId: 'c', chart, tags: ['a', 'b'] });
    t.not(full.id, 'mine');
    t.equal(full.createdBy, ids['ann'], 'the owner cannot be set to another user');
    const url = `/api/queries/${full.id}`;
    t.same((await ann('GET', url)).json(), full);

    const renamed = (await ann('PUT', url, { name: 'New', unknown: 1 })).json<Query>();
    t.match(renamed, { ...full, name: 'New', updatedAt: String }, 'other fields are unchanged');
    t.ok(renamed.updatedAt > full.updatedAt);
    const cleared = await ann('PUT', url, { connectionId: null, chart: null, tags: [], name: ' ' });
    t.match(cleared.json(), {
      connectionId: null,
      chart: null,
      tags: [],
      name: 'No Name Query',
      queryText: full.queryText,
    });
    t.equal((await ann('PUT', url, {})).statusCode, 200);
    t.same((await ann('DELETE', url)).json(), {});
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const missing = await ann(method, url, method === 'PUT' ? {} : undefined);
      t.equal(missing.statusCode, 404);
      t.match(missing.json(), { title: 'Not found' });
    }
    const [{ count } = { count: 1 }] = await api.sql.query<{ count: number }>(
      'select count(*)::int as count from query_acl where query_id = $1',
      [full.id],
    );
    t.equal(count, 0);
  });

  t.test('refuse invalid fields by name', async (t) => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
    const cases: [Record<string, unknown>, string | RegExp, number?][] = [
      [{ name: 5 }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ queryText: ['x'] }, 'queryText'],
      [{ queryText: 'x'.repeat(1_000_001) }, 'queryText'],
      [{ queryText: 'a\0b' }, 'queryText'],
      [{ connectionId: 'none' }, 'connectionId'],
      [{ connectionId: { not: '' } }, 'connectionId'],
      [{ connectionId: "c' or true --" }, 'connectionId'],
      [{ tags: 'a' }, 'tags'],
      [{ tags: [5] }, 'tags.0'],
      [{ tags: many(101) }, 'tags'],
      [{ tags: ['x'.repeat(101)] }, 'tags.0'],
      [{ chart: 'line' }, 'chart'],
      [{ chart: { chartType: 'line' } }, 'chart.fields'],
      [{ chart: { chartType: 5, fields: {} } }, 'chart.chartType'],
      [{ chart: { chartType: 'line', fields: { x: 5 } } }, 'chart.fields.x'],
      [
        { chart: { chartType: 'x', fields: Object.fromEntries(many(101).map((m) => [m, m])) } },
        'chart.fields',
      ],
      [{ acl: {} }, 'acl'],
      [{ acl: [{}] }, 'acl.0'],
      [{ acl: [{ userId: ids['bob'], groupId: everyone }] }, 'acl.0'],
      [{ acl: [{ groupId: 'admins' }] }, 'acl.0.groupId'],
      [{ acl: [{ userId: ids['bob'] }, { userId: 'unknown' }] }, 'acl.1.userId'],
      [{ acl: [{ userId: everyone }] }, 'acl.0.userId'],
      [{ acl: [{ userId: ids['bob'], write: 'yes' }] }, 'acl.0.write'],
      [{ acl: many(501).map((userId) => ({ userId })) }, 'acl'],
    ];
    const { id } = await save(ann, { name: 'kept' });
    for (const [body, path] of cases) {
      for (const [method, url] of [
        ['POST', '/api/queries'],
        ['PUT', `/api/queries/${id}`],
      ] as const) {
        const response = await ann(method, url, body);
        t.equal(response.statusCode, 400, `${method} ${JSON.stringify(body).slice(0, 60)}`);
        t.match(response.json(), { title: /./, errors: [{ path }] });
      }
    }
    t.match((await ann('GET', `/api/queries/${id}`)).json(), { name: 'kept', acl: [], tags: [] });
    for (const bad of [randomUUID(), 'x', "' or true --", '%27', '__EVERYONE__', 'null']) {
      t.equal((await ann('GET', `/api/queries/${bad}`)).statusCode, 404, bad);
    }
  });

  t.test('accept a connection only if the user may use it', async (t) => {
    const refused = await ann('POST', '/api/queries', { connectionId: 'hidden' });
    t.equal(refused.statusCode, 403);
    t.match(refused.json(), { code: 'connection_access' });
    const query = await save(admin!, {
      connectionId: 'hidden',
      acl: [{ userId: ids['ann'], write: true }],
    });
    const url = `/api/queries/${query.id}`;
    t.equal(
      (await ann('PUT', url, { connectionId: 'hidden' })).statusCode,
      200,
      'the unchanged connection is accepted',
    );
    t.equal((await ann('PUT', url, { connectionId: 'c' })).statusCode, 200);
    t.equal((await ann('PUT', url, { connectionId: 'hidden' })).statusCode, 403);
    await admin!('PUT', url, { connectionId: 'hidden' });
    await api.sql.query(`delete from connections where id = 'hidden'`);
    t.match((await ann('PUT', url, { connectionId: 'hidden', name: 'kept' })).json(), {
      connectionId: 'hidden',
      name: 'kept',
    });
  });

  t.test('are protected from lost updates by If-Match', async (t) => {
    const query = await save(ann, { acl: [{ userId: ids['bob'], write: true }] });
    const url = `/api/queries/${query.id}`;
    const first = await etagOf(ann, query.id);
    t.match(first, /^"1-[\w-]+"$/, 'a strong tag');
    t.equal((await ann('GET', url, undefined, { 'if-none-match': first })).statusCode, 304);
    const put = (caller: ApiClient, ifMatch: string, body = {}) =>
      caller('PUT', url, body, { 'if-match': ifMatch });
    const written = await put(ann, first, { name: 'one' });
    t.equal(written.statusCode, 200);
    t.equal(written.headers.etag, await etagOf(ann, query.id), 'the response has the new tag');
    const late = await put(bob!, first, { name: 'two' });
    t.equal(late.statusCode, 412);
    t.match(late.json(), {
      code: 'query_changed',
      detail: /ann@example\.com at \d{4}-/,
      errors: [{ path: 'if-match' }],
    });
    t.equal((await ann('GET', url)).json<Query>().name, 'one');
    const now = String(written.headers.etag);
    t.equal(
      (await put(bob!, `W/${now}`)).statusCode,
      200,
      'a tag made weak by a proxy is accepted',
    );
    t.equal((await put(bob!, `"x", ${await etagOf(bob!, query.id)}`)).statusCode, 200);
    t.equal((await put(bob!, '*')).statusCode, 200);
    for (const other of ['', '"', '"2-"x', '5', 'W/"0-x"', '"99-abc"']) {
      t.equal((await put(ann, other)).statusCode, 412, other);
    }
    t.equal((await ann('DELETE', url, undefined, { 'if-match': first })).statusCode, 412);
    await api.sql.query('update users set name = $1 where id = $2', ['Ann II', ids['ann']]);
    const renamed = await etagOf(ann, query.id);
    t.not(renamed, now, 'the body contains user names');
    t.equal((await put(ann, renamed)).statusCode, 200);
  });

  t.test('keep concurrent changes, and one version is changed only once', async (t) => {
    const { id } = await save(ann, { acl: [{ userId: ids['bob'], write: true }] });
    const url = `/api/queries/${id}`;
    const fields = [{ name: 'n' }, { queryText: 'q' }, { tags: ['t'] }, { connectionId: 'c' }];
    const all = await Promise.all(
      fields.map((body, index) => (index % 2 === 0 ? ann : bob!)('PUT', url, body)),
    );
    t.same(
      all.map((response) => response.statusCode),
      [200, 200, 200, 200],
    );
    t.match((await ann('GET', url)).json(), Object.assign({}, ...fields) as object);
    t.equal(new Set(all.map((response) => response.json<Query>().updatedAt)).size, 4);
    const tag = await etagOf(ann, id);
    const racing = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => ann('PUT', url, { name: `r${n}` }, { 'if-match': tag })),
    );
    t.same(racing.map((response) => response.statusCode).sort(), [200, 412, 412, 412, 412]);
  });

  t.test('are kept when batches, their connection or their owner are deleted', async (t) => {
    const carl = await api.addUser({ email: 'carl@example.com', role: 'editor', password: 'p' });
    const asCarl = api.as('carl@example.com', 'p');
    const query = await save(asCarl, { tags: ['of carl'], acl: [{ userId: ids['bob'] }] });
    const shared = await save(ann, { acl: [{ userId: carl, write: true }] });
    const url = `/api/queries/${query.id}`;
    await api.sql.query(
      `insert into batches (id, query_id, connection_id, status, stop_time, batch_text, user_id, tenant,
         created_at)
       values ('${randomUUID()}', $1, 'c', 'finished', now(), 'x', $2, 'x', now() - interval '1 year')`,
      [query.id, carl],
    );
    const { count } = await createRetentionRepository(api.database).deleteBatches(1_000, 10);
    t.equal(count, 1);
    t.equal((await asCarl('GET', url)).statusCode, 200, 'retention deletes only batches');
    t.equal((await admin!('DELETE', `/api/users/${carl}`)).statusCode, 200);
    t.match((await admin!('GET', url)).json(), {
      createdBy: carl,
      createdByUser: null,
      canDelete: true,
    });
    t.equal((await bob!('GET', url)).statusCode, 200, 'users it was shared with can still read it');
    t.same((await ann('GET', `/api/queries/${shared.id}`)).json<Query>().acl, []);
    // If another service chooses ids, a later user may get the same id.
    await api.sql.query('update users set id = $1 where id = $2', [carl, ids['eve']]);
    t.equal((await eve!('GET', url)).statusCode, 403, 'the new user does not own the query');
    t.equal((await eve!('GET', `/api/queries/${shared.id}`)).statusCode, 403);
    t.same((await eve!('GET', '/api/queries?ownedByUser=true')).json(), []);
    t.equal((await admin!('DELETE', url)).statusCode, 200);
  });

  t.test('can be owned by service tokens', async (t) => {
    const query = await save(token!, { name: 'by a program' });
    t.match(query, {
      createdBy: ids['token'],
      createdByUser: { id: ids['token'], name: 'token', email: '' },
      canDelete: true,
    });
    t.equal((await ann('GET', `/api/queries/${query.id}`)).statusCode, 403);
    await admin!('DELETE', `/api/service-tokens/${ids['token']}`);
    t.match((await admin!('GET', `/api/queries/${query.id}`)).json(), { createdByUser: null });
  });
});
