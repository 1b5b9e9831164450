import type { QueryListItem } from '@sluice/contracts';
import t from 'tap';
import { openQueryHarness } from './query-harness.js';
import type { ApiClient } from './support.js';

t.test('the list of saved queries', async (t) => {
  const harness = await openQueryHarness(t, { ann: null, bob: null });
  const { api, ids, save } = harness;
  const { ann, bob, admin } = harness.as as Record<'ann' | 'bob' | 'admin', ApiClient>;
  const everyone = [{ groupId: '__EVERYONE__' }];
  const bodies: [ApiClient, Record<string, unknown>][] = [
    [ann, { name: 'beta', queryText: 'select 100% of it', tags: ['x', 'y'], connectionId: 'c' }],
    [ann, { name: 'Alpha', queryText: 'select under_score', tags: ['x'], acl: everyone }],
    [ann, { name: 'gamma \\ back', queryText: `select '${'é'.repeat(600)}'`, tags: ['Ünïcode'] }],
    [bob, { name: "delta ' quote", queryText: 'DROP TABLE x', tags: ['y', 'z'], acl: everyone }],
    [
      admin,
      { name: 'Epsilon', connectionId: 'hidden', acl: [{ userId: ids['ann'], write: true }] },
    ],
  ];
  for (const [caller, body] of bodies) await save(caller, body);
  const list = async (caller: ApiClient, query = ''): Promise<QueryListItem[]> => {
    const response = await caller('GET', `/api/queries${query}`);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  };
  const names = async (caller: ApiClient, query = ''): Promise<string[]> =>
    (await list(caller, query)).map(({ name }) => name.split(' ')[0] ?? '');

  t.test('contains a summary of the queries the user can read', async (t) => {
    t.same(await names(ann), ['Epsilon', 'delta', 'gamma', 'Alpha', 'beta'], 'newest first');
    t.same(await names(bob), ['delta', 'Alpha']);
    t.same((await names(admin)).length, 5);
    const [epsilon, , gamma, , beta] = await list(ann);
    t.match(beta, {
      connectionId: 'c',
      connection: { id: 'c', name: 'Sales', driver: 'postgres' },
      preview: 'select 100% of it',
      tags: ['x', 'y'],
      createdBy: ids['ann'],
      createdByUser: { name: 'ann', email: 'ann@example.com' },
      canRead: true,
      canWrite: true,
      canDelete: true,
    });
    t.equal(gamma?.preview.length, 500);
    t.notOk('queryText' in (beta ?? {}), 'the full text is left out');
    t.match(epsilon, { canWrite: true, canDelete: false });
    await api.sql.query(`delete from connections where id = 'hidden'`);
    t.match((await list(ann))[0], { connectionId: 'hidden', connection: null });
  });

  t.test('can be searched, filtered and sorted', async (t) => {
    const table: [query: string, expected: string[]][] = [
      ['?search=ALPHA', ['Alpha']],
      ['?search=select', ['gamma', 'Alpha', 'beta']],
      ['?search=%20%20', ['Epsilon', 'delta', 'gamma', 'Alpha', 'beta']],
      ['?search=100%25', ['beta']],
      ['?search=%25', ['beta']],
      ['?search=_', ['Alpha']],
      ['?search=%5C', ['gamma']],
      ["?search='", ['delta', 'gamma']],
      ["?search=' or true --", []],
      ['?search=éé', ['gamma']],
      ['?tags=x', ['Alpha', 'beta']],
      ['?tags=x&tags=y', ['beta']],
      ['?tags[]=x&tags[]=y', ['beta']],
      ['?tags[]=y&tags=z', ['delta']],
      ['?tags=X', []],
      ['?tags=%C3%9Cn%C3%AFcode', ['gamma']],
      ['?tags=%7Bx,y%7D', []],
      ['?connectionId=c', ['beta']],
      ['?connectionId=hidden', ['Epsilon']],
      [`?createdBy=${ids['bob']}`, ['delta']],
      ['?ownedByUser=true', ['gamma', 'Alpha', 'beta']],
      ['?ownedByUser=false', ['Epsilon', 'delta']],
      ['?ownedByUser=false&tags=y&search=table', ['delta']],
      ['?sortBy=name', ['Alpha', 'beta', 'delta', 'Epsilon', 'gamma']],
      ['?sortBy=+name', ['Alpha', 'beta', 'delta', 'Epsilon', 'gamma']],
      ['?sortBy=%2Bname', ['Alpha', 'beta', 'delta', 'Epsilon', 'gamma']],
      ['?sortBy=-name', ['gamma', 'Epsilon', 'delta', 'beta', 'Alpha']],
      ['?sortBy=updatedAt', ['beta', 'Alpha', 'gamma', 'delta', 'Epsilon']],
      ['?sortBy=-updatedAt', ['Epsilon', 'delta', 'gamma', 'Alpha', 'beta']],
    ];
    for (const [query, expected] of table) t.same(await names(ann, query), expected, query);
    t.same(await names(bob, '?search=select'), ['Alpha'], "other users' queries are not found");
    t.same(await names(bob, '?tags=x&tags=y'), []);
    for (const query of [
      'sortBy=id',
      'sortBy=name;drop table queries',
      'sortBy=--name',
      'ownedByUser=yes',
      `search=${'x'.repeat(256)}`,
      `tags=${'x'.repeat(101)}`,
      Array.from({ length: 101 }, (_, n) => `tags=${n}`).join('&'),
      'search=a&search=b',
      'search=%00',
      'limit=0',
    ]) {
      const refused = await ann('GET', `/api/queries?${query}`);
      t.equal(refused.statusCode, 400, query.slice(0, 40));
      t.match(refused.json(), { errors: [{ path: /./ }] });
    }
  });

  t.test('is paged, with every query once', async (t) => {
    const seen: string[] = [];
    let url: string | undefined = '/api/queries?limit=2&sortBy=name&tags[]=x';
    while (url !== undefined) {
      const response = await ann('GET', url);
      seen.push(...response.json<QueryListItem[]>().map(({ name }) => name));
      url = /<([^>]+)>; rel="next"/.exec(String(response.headers.link))?.[1];
    }
    t.same(seen, ['Alpha', 'beta']);
    t.same(await names(ann, '?limit=2&offset=1&sortBy=name'), ['beta', 'delta']);
    t.match((await ann('GET', '/api/queries?limit=2')).headers.link, /offset=2.*rel="next"/);
    t.equal((await ann('GET', '/api/queries')).headers.link, undefined);
  });

  t.test('has the tags of the queries the user can read', async (t) => {
    const tags = async (caller: ApiClient) => (await caller('GET', '/api/tags')).json<string[]>();
    await save(bob, { tags: ['Yb', 'ya'], acl: everyone });
    t.same(
      (await tags(bob)).slice(0, 5),
      ['x', 'y', 'ya', 'Yb', 'z'],
      'tags are sorted case-insensitively',
    );
    t.same([...(await tags(ann))].sort(), ['Yb', 'x', 'y', 'ya', 'z', 'Ünïcode']);
    t.equal((await tags(admin)).length, 6);
  });

  t.test(
    'is returned completely at any length, with an entity tag that changes with its content',
    async (t) => {
      await api.sql.query(
        `insert into queries (id, name, owner_id, created_by, updated_by, readers, updated_at)
       select 'many-' || n, 'Many ' || n, $1, $1, $1, array[$1], now() - n * interval '1 second'
       from generate_series(1, 1000) n`,
        [ids['bob']],
      );
      const all = await list(bob, '?ownedByUser=true&search=many');
      t.same(
        all.map(({ name }) => name),
        Array.from({ length: 1_000 }, (_, index) => `Many ${index + 1}`),
      );
      t.same((await list(bob, '?search=many&limit=1'))[0], all[0], 'a page has the same rows');
      const tagOf = async (caller = bob) =>
        String((await caller('GET', '/api/queries?search=many')).headers.etag);
      const tag = await tagOf();
      const again = await bob('GET', '/api/queries?search=many', undefined, {
        'if-none-match': tag,
      });
      t.equal(again.statusCode, 304);
      t.not(await tagOf(admin), tag, 'the tag differs for users with other permissions');
      for (const change of [
        `update users set name = 'Robert', updated_at = now() where email = 'bob@example.com'`,
        `update connections set name = 'Sold', updated_at = now() where id = 'c'`,
        `update queries set name = 'Many', version = version + 1 where id = 'many-7'`,
      ]) {
        const before = await tagOf();
        await api.sql.query(change);
        t.not(await tagOf(), before, change);
      }
    },
  );

  t.test('is correct without pg_trgm, which a managed database may lack', async (t) => {
    await api.sql.query(
      `drop extension pg_trgm cascade; delete from queries where id like 'many-%'`,
    );
    t.same(await names(ann, '?search=100%25'), ['beta']);
    t.same(await names(ann, '?search=SELECT'), ['gamma', 'Alpha', 'beta']);
  });
});
