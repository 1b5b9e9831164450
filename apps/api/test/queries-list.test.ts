import type { QueryListItem } from '@sluice/contracts';
import t from 'tap';
import { openQueryWorld } from './queries-support.js';
import type { Caller } from './support.js';

t.test('the list of saved queries', async (t) => {
  const world = await openQueryWorld(t, { ann: null, bob: null });
  const { api, ids, save } = world;
  const { ann, bob, admin } = world.as as Record<'ann' | 'bob' | 'admin', Caller>;
  const everyone = [{ groupId: '__EVERYONE__' }];
  const bodies: [Caller, Record<string, unknown>][] = [
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
  const list = async (caller: Caller, query = ''): Promise<QueryListItem[]> => {
    const answer = await caller('GET', `/api/queries${query}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const names = async (caller: Caller, query = ''): Promise<string[]> =>
    (await list(caller, query)).map(({ name }) => name.split(' ')[0] ?? '');

  t.test('holds a summary of what the caller may read', async (t) => {
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
    t.notOk('queryText' in (beta ?? {}), 'texts may be long');
    t.match(epsilon, { canWrite: true, canDelete: false });
    await api.sql.query(`delete from connections where id = 'hidden'`);
    t.match((await list(ann))[0], { connectionId: 'hidden', connection: null });
  });

  t.test('is searched, filtered and sorted', async (t) => {
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
    t.same(await names(bob, '?search=select'), ['Alpha'], 'nobody finds what is not theirs');
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

  t.test('comes in pages that hold every query once', async (t) => {
    const seen: string[] = [];
    let url: string | undefined = '/api/queries?limit=2&sortBy=name&tags[]=x';
    while (url !== undefined) {
      const answer = await ann('GET', url);
      seen.push(...answer.json<QueryListItem[]>().map(({ name }) => name));
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    }
    t.same(seen, ['Alpha', 'beta']);
    t.same(await names(ann, '?limit=2&offset=1&sortBy=name'), ['beta', 'delta']);
    t.match((await ann('GET', '/api/queries?limit=2')).headers.link, /offset=2.*rel="next"/);
    t.equal((await ann('GET', '/api/queries')).headers.link, undefined);
  });

  t.test('has the tags of what the caller may read', async (t) => {
    const tags = async (caller: Caller) => (await caller('GET', '/api/tags')).json<string[]>();
    await save(bob, { tags: ['Yb', 'ya'], acl: everyone });
    t.same((await tags(bob)).slice(0, 5), ['x', 'y', 'ya', 'Yb', 'z'], 'sorted, in any case');
    t.same([...(await tags(ann))].sort(), ['Yb', 'x', 'y', 'ya', 'z', 'Ünïcode']);
    t.equal((await tags(admin)).length, 6);
  });

  t.test('is right without the trigrams that a managed database may lack', async (t) => {
    await api.sql.query('drop extension pg_trgm cascade');
    t.same(await names(ann, '?search=100%25'), ['beta']);
    t.same(await names(ann, '?search=SELECT'), ['gamma', 'Alpha', 'beta']);
  });
});
