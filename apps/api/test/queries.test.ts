import { randomUUID } from 'node:crypto';
import type { Query } from '@sluice/contracts';
import { createRetentionRepository } from '@sluice/database';
import t from 'tap';
import { openQueryWorld } from './queries-support.js';
import type { Caller } from './support.js';

const everyone = '__EVERYONE__';
const etagOf = async (caller: Caller, id: string): Promise<string> =>
  String((await caller('GET', `/api/queries/${id}`)).headers.etag);

t.test('saved queries', async (t) => {
  const { api, ids, as, save } = await openQueryWorld(t, { ann: null, bob: null, eve: null });
  const { ann, bob, eve, admin, token } = as as Record<string, Caller> & Record<'ann', Caller>;

  t.test('are saved, read, changed and deleted by their owner', async (t) => {
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
    t.equal(full.createdBy, ids['ann'], 'nobody saves in the name of another');
    const url = `/api/queries/${full.id}`;
    t.same((await ann('GET', url)).json(), full);

    const renamed = (await ann('PUT', url, { name: 'New', unknown: 1 })).json<Query>();
    t.match(renamed, { ...full, name: 'New', updatedAt: String }, 'all else stays');
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

  t.test('give everybody the right that the best row gives', async (t) => {
    const row = (user: string | null, write: boolean) =>
      user === null ? { groupId: everyone, write } : { userId: ids[user] ?? '', write };
    const bobReads = row('bob', false);
    const tokenReads = row('token', false);
    // What [bob, eve, the token] may do: 0 nothing, 1 read, 2 write.
    const table: [name: string, acl: object[], expected: [number, number, number]][] = [
      ['no rows', [], [0, 0, 0]],
      ['a reader', [bobReads], [1, 0, 0]],
      ['a writer', [row('bob', true)], [2, 0, 0]],
      ['a token that reads', [tokenReads], [0, 0, 1]],
      ['a token that writes', [row('token', true)], [0, 0, 2]],
      ['everyone reads', [row(null, false)], [1, 1, 1]],
      ['everyone writes', [row(null, true)], [2, 2, 2]],
      ['everyone reads, one writes', [row('bob', true), row(null, false)], [2, 1, 1]],
      ['everyone writes, one has a lesser row', [bobReads, row(null, true)], [2, 2, 2]],
      ['the same user twice', [row('bob', true), bobReads], [2, 0, 0]],
      ['two users', [row('bob', true), tokenReads], [2, 0, 1]],
    ];
    for (const [name, acl, expected] of table) {
      const { id } = await save(ann, { name, acl });
      const url = `/api/queries/${id}`;
      const got: number[] = [];
      for (const caller of [bob, eve, token] as Caller[]) {
        const read = await caller('GET', url);
        const written = await caller('PUT', url, { queryText: name });
        got.push(written.statusCode === 200 ? 2 : read.statusCode === 200 ? 1 : 0);
        t.equal((await caller('DELETE', url)).statusCode, 403, `${name}: others do not delete`);
        if (read.statusCode !== 200) {
          t.equal(read.statusCode, 403, name);
          t.equal(written.statusCode, 403, name);
          continue;
        }
        const { canRead, canWrite, canDelete } = read.json<Query>();
        t.same([canRead, canWrite, canDelete], [true, written.statusCode === 200, false], name);
        const listed = (await caller('GET', '/api/queries')).json<Query[]>();
        t.match(
          listed.find((each) => each.id === id),
          { canRead, canWrite, canDelete },
          'the list says the same',
        );
      }
      t.same(got, expected, name);
      for (const caller of [admin, as['root token']] as Caller[]) {
        t.match((await caller('GET', url)).json(), {
          canRead: true,
          canWrite: true,
          canDelete: true,
        });
        t.equal((await caller('PUT', url, {})).statusCode, 200);
      }
      t.equal((await admin!('DELETE', url)).statusCode, 200);
    }
  });

  t.test('keep the ids of rows that stay, and are shared by owner and admins only', async (t) => {
    const acl = [{ userId: ids['bob'], write: true }, { groupId: everyone }];
    const query = await save(ann, { acl });
    const url = `/api/queries/${query.id}`;
    t.match(query.acl, [
      { id: Number, userId: ids['bob'], groupId: null, write: true },
      { id: Number, userId: null, groupId: everyone, write: false },
    ]);
    const same = await bob!('PUT', url, { name: 'x', acl: [...query.acl].reverse() });
    t.equal(same.statusCode, 200, 'what stands there may be sent back');
    t.same(same.json<Query>().acl, query.acl);
    for (const other of [[], [acl[0]], [...acl, { userId: ids['eve'], write: true }]]) {
      const refused = await bob!('PUT', url, { name: 'y', acl: other });
      t.equal(refused.statusCode, 403);
      t.match(refused.json(), { code: 'query_acl' });
    }
    t.equal((await ann('GET', url)).json<Query>().name, 'x', 'nothing of it was done');
    const fewer = await ann('PUT', url, { acl: [{ userId: ids['bob'], write: false }] });
    t.match(fewer.json(), { acl: [{ id: query.acl[0]?.id, write: false }] });
    t.equal(fewer.json<Query>().acl.length, 1);
    t.equal((await bob!('PUT', url, {})).statusCode, 403);
    t.equal((await eve!('GET', url)).statusCode, 403);
    const byAdmin = await admin!('PUT', url, { acl: [] });
    t.same(byAdmin.json<Query>().acl, []);
    t.equal((await bob!('GET', url)).statusCode, 403);
  });

  t.test('refuse what is wrong, naming it', async (t) => {
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
      [{ acl: [{ userId: ids['bob'] }, { userId: 'nobody' }] }, 'acl.1.userId'],
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
        const answer = await ann(method, url, body);
        t.equal(answer.statusCode, 400, `${method} ${JSON.stringify(body).slice(0, 60)}`);
        t.match(answer.json(), { title: /./, errors: [{ path }] });
      }
    }
    t.match((await ann('GET', `/api/queries/${id}`)).json(), { name: 'kept', acl: [], tags: [] });
    for (const bad of [randomUUID(), 'x', "' or true --", '%27', '__EVERYONE__', 'null']) {
      t.equal((await ann('GET', `/api/queries/${bad}`)).statusCode, 404, bad);
    }
  });

  t.test('name a connection only if whoever puts it there may use it', async (t) => {
    const refused = await ann('POST', '/api/queries', { connectionId: 'hidden' });
    t.equal(refused.statusCode, 403);
    t.match(refused.json(), { code: 'connection_access' });
    const query = await save(admin!, {
      connectionId: 'hidden',
      acl: [{ userId: ids['ann'], write: true }],
    });
    const url = `/api/queries/${query.id}`;
    t.equal((await ann('PUT', url, { connectionId: 'hidden' })).statusCode, 200, 'it stays');
    t.equal((await ann('PUT', url, { connectionId: 'c' })).statusCode, 200);
    t.equal((await ann('PUT', url, { connectionId: 'hidden' })).statusCode, 403);
    await admin!('PUT', url, { connectionId: 'hidden' });
    await api.sql.query(`delete from connections where id = 'hidden'`);
    t.match((await ann('PUT', url, { connectionId: 'hidden', name: 'kept' })).json(), {
      connectionId: 'hidden',
      name: 'kept',
    });
  });

  t.test('are not overwritten unseen by who says what was read', async (t) => {
    const query = await save(ann, { acl: [{ userId: ids['bob'], write: true }] });
    const url = `/api/queries/${query.id}`;
    const first = await etagOf(ann, query.id);
    t.match(first, /^"1-[\w-]+"$/, 'a strong tag');
    t.equal((await ann('GET', url, undefined, { 'if-none-match': first })).statusCode, 304);
    const put = (caller: Caller, ifMatch: string, body = {}) =>
      caller('PUT', url, body, { 'if-match': ifMatch });
    const written = await put(ann, first, { name: 'one' });
    t.equal(written.statusCode, 200);
    t.equal(written.headers.etag, await etagOf(ann, query.id), 'the tag to go on with');
    const late = await put(bob!, first, { name: 'two' });
    t.equal(late.statusCode, 412);
    t.match(late.json(), {
      code: 'query_changed',
      detail: /ann@example\.com at \d{4}-/,
      errors: [{ path: 'if-match' }],
    });
    t.equal((await ann('GET', url)).json<Query>().name, 'one');
    const now = String(written.headers.etag);
    t.equal((await put(bob!, `W/${now}`)).statusCode, 200, 'made weak by a proxy');
    t.equal((await put(bob!, `"x", ${await etagOf(bob!, query.id)}`)).statusCode, 200);
    t.equal((await put(bob!, '*')).statusCode, 200);
    for (const other of ['', '"', '"2-"x', '5', 'W/"0-x"', '"99-abc"']) {
      t.equal((await put(ann, other)).statusCode, 412, other);
    }
    t.equal((await ann('DELETE', url, undefined, { 'if-match': first })).statusCode, 412);
    await api.sql.query('update users set name = $1 where id = $2', ['Ann II', ids['ann']]);
    const renamed = await etagOf(ann, query.id);
    t.not(renamed, now, 'names of people are in the body');
    t.equal((await put(ann, renamed)).statusCode, 200);
  });

  t.test('changed by several at once lose nothing, and one version is changed once', async (t) => {
    const { id } = await save(ann, { acl: [{ userId: ids['bob'], write: true }] });
    const url = `/api/queries/${id}`;
    const fields = [{ name: 'n' }, { queryText: 'q' }, { tags: ['t'] }, { connectionId: 'c' }];
    const all = await Promise.all(
      fields.map((body, index) => (index % 2 === 0 ? ann : bob!)('PUT', url, body)),
    );
    t.same(
      all.map((answer) => answer.statusCode),
      [200, 200, 200, 200],
    );
    t.match((await ann('GET', url)).json(), Object.assign({}, ...fields) as object);
    t.equal(new Set(all.map((answer) => answer.json<Query>().updatedAt)).size, 4);
    const tag = await etagOf(ann, id);
    const racing = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => ann('PUT', url, { name: `r${n}` }, { 'if-match': tag })),
    );
    t.same(racing.map((answer) => answer.statusCode).sort(), [200, 412, 412, 412, 412]);
  });

  t.test('stay when batches, their connection or their owner go', async (t) => {
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
    t.equal((await asCarl('GET', url)).statusCode, 200, 'retention takes batches only');
    t.equal((await admin!('DELETE', `/api/users/${carl}`)).statusCode, 200);
    t.match((await admin!('GET', url)).json(), {
      createdBy: carl,
      createdByUser: null,
      canDelete: true,
    });
    t.equal((await bob!('GET', url)).statusCode, 200, 'whom it was shared with still reads it');
    t.same((await ann('GET', `/api/queries/${shared.id}`)).json<Query>().acl, []);
    // Where another service chooses ids, a later user may be given the same.
    await api.sql.query('update users set id = $1 where id = $2', [carl, ids['eve']]);
    t.equal((await eve!('GET', url)).statusCode, 403, 'not another’s query by its id');
    t.equal((await eve!('GET', `/api/queries/${shared.id}`)).statusCode, 403);
    t.same((await eve!('GET', '/api/queries?ownedByUser=true')).json(), []);
    t.equal((await admin!('DELETE', url)).statusCode, 200);
  });

  t.test('belong to service tokens, too', async (t) => {
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

t.test('what another tenant’s user saved is not there', async (t) => {
  const people = { ann: 'red', bob: 'red', carol: 'blue', dave: null };
  const { ids, as, save } = await openQueryWorld(t, people, {
    SERVICE_TENANT_FIELD: 'data.tenant',
  });
  const { ann, bob, carol, dave, admin } = as;
  const closed = await save(ann!);
  const open = await save(ann!, { tags: ['red'], acl: [{ groupId: everyone, write: true }] });
  const statuses = async (id: string) =>
    Promise.all(
      [bob, carol, dave, as['token'], admin].map(
        async (caller) => (await caller!('GET', `/api/queries/${id}`)).statusCode,
      ),
    );
  t.same(await statuses(closed.id), [403, 404, 404, 404, 200]);
  t.same(await statuses(open.id), [200, 404, 404, 404, 200], 'everyone is everyone of the tenant');
  for (const [method, body] of [
    ['PUT', {}],
    ['DELETE', undefined],
  ] as const) {
    t.equal((await carol!(method, `/api/queries/${open.id}`, body)).statusCode, 404);
  }
  const listed = async (caller: Caller) =>
    (await caller('GET', '/api/queries')).json<Query[]>().map(({ id, canWrite }) => [id, canWrite]);
  t.same(await listed(bob!), [[open.id, true]]);
  t.same(await listed(carol!), []);
  t.same((await bob!('GET', '/api/tags')).json(), ['red']);
  t.same((await carol!('GET', '/api/tags')).json(), []);
  const toCarol = { acl: [{ userId: ids['carol'] }] };
  t.match(
    (await ann!('POST', '/api/queries', toCarol)).json(),
    { errors: [{ path: 'acl.0.userId', message: 'User does not exist' }] },
    'another tenant’s user is not there to be shared with',
  );
  const byAdmin = await save(admin!, toCarol);
  t.same(await statuses(byAdmin.id), [404, 200, 404, 404, 200], 'an admin shares across tenants');
  await admin!('DELETE', `/api/users/${ids['ann']}`);
  t.same(await statuses(open.id), [404, 404, 404, 404, 200], 'a deleted owner is of no tenant');
  t.same(await listed(bob!), []);
});
