import type { Query } from '@sluice/contracts';
import t from 'tap';
import { openQueryHarness } from './query-harness.js';
import type { ApiClient } from './support.js';

const everyone = '__EVERYONE__';

t.test('sharing of saved queries', async (t) => {
  const { ids, as, save } = await openQueryHarness(t, { ann: null, bob: null, eve: null });
  const { ann, bob, eve, admin, token } = as as Record<string, ApiClient> &
    Record<'ann', ApiClient>;

  t.test('grant each user the highest permission of the matching rows', async (t) => {
    const row = (user: string | null, write: boolean) =>
      user === null ? { groupId: everyone, write } : { userId: ids[user] ?? '', write };
    const bobReads = row('bob', false);
    const tokenReads = row('token', false);
    // Permissions of [bob, eve, the token]: 0 none, 1 read, 2 write.
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
      for (const caller of [bob, eve, token] as ApiClient[]) {
        const read = await caller('GET', url);
        const written = await caller('PUT', url, { queryText: name });
        got.push(written.statusCode === 200 ? 2 : read.statusCode === 200 ? 1 : 0);
        t.equal(
          (await caller('DELETE', url)).statusCode,
          403,
          `${name}: other users cannot delete`,
        );
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
          'the list shows the same permissions',
        );
      }
      t.same(got, expected, name);
      for (const caller of [admin, as['root token']] as ApiClient[]) {
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

  t.test(
    'keep the ids of unchanged ACL rows and are shared by owner and admins only',
    async (t) => {
      const acl = [{ userId: ids['bob'], write: true }, { groupId: everyone }];
      const query = await save(ann, { acl });
      const url = `/api/queries/${query.id}`;
      t.match(query.acl, [
        { id: Number, userId: ids['bob'], groupId: null, write: true },
        { id: Number, userId: null, groupId: everyone, write: false },
      ]);
      const same = await bob!('PUT', url, { name: 'x', acl: [...query.acl].reverse() });
      t.equal(same.statusCode, 200, 'the unchanged ACL can be sent back');
      t.same(same.json<Query>().acl, query.acl);
      for (const other of [[], [acl[0]], [...acl, { userId: ids['eve'], write: true }]]) {
        const refused = await bob!('PUT', url, { name: 'y', acl: other });
        t.equal(refused.statusCode, 403);
        t.match(refused.json(), { code: 'query_acl' });
      }
      t.equal(
        (await ann('GET', url)).json<Query>().name,
        'x',
        'the refused request changed nothing',
      );
      const fewer = await ann('PUT', url, { acl: [{ userId: ids['bob'], write: false }] });
      t.match(fewer.json(), { acl: [{ id: query.acl[0]?.id, write: false }] });
      t.equal(fewer.json<Query>().acl.length, 1);
      t.equal((await bob!('PUT', url, {})).statusCode, 403);
      t.equal((await eve!('GET', url)).statusCode, 403);
      const byAdmin = await admin!('PUT', url, { acl: [] });
      t.same(byAdmin.json<Query>().acl, []);
      t.equal((await bob!('GET', url)).statusCode, 403);
    },
  );
});

t.test('queries of another tenant are not visible', async (t) => {
  const people = { ann: 'red', bob: 'red', carol: 'blue', dave: null };
  const { ids, as, save } = await openQueryHarness(t, people, {
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
  t.same(
    await statuses(open.id),
    [200, 404, 404, 404, 200],
    'everyone means every user of the tenant',
  );
  for (const [method, body] of [
    ['PUT', {}],
    ['DELETE', undefined],
  ] as const) {
    t.equal((await carol!(method, `/api/queries/${open.id}`, body)).statusCode, 404);
  }
  const listed = async (caller: ApiClient) =>
    (await caller('GET', '/api/queries')).json<Query[]>().map(({ id, canWrite }) => [id, canWrite]);
  t.same(await listed(bob!), [[open.id, true]]);
  t.same(await listed(carol!), []);
  t.same((await bob!('GET', '/api/tags')).json(), ['red']);
  t.same((await carol!('GET', '/api/tags')).json(), []);
  const toCarol = { acl: [{ userId: ids['carol'] }] };
  t.match(
    (await ann!('POST', '/api/queries', toCarol)).json(),
    { errors: [{ path: 'acl.0.userId', message: 'User does not exist' }] },
    'a user of another tenant cannot be added',
  );
  const byAdmin = await save(admin!, toCarol);
  t.same(
    await statuses(byAdmin.id),
    [404, 200, 404, 404, 200],
    'an admin can share across tenants',
  );
  await admin!('DELETE', `/api/users/${ids['ann']}`);
  t.same(await statuses(open.id), [404, 404, 404, 404, 200], 'a deleted owner has no tenant');
  t.same(await listed(bob!), []);
});
