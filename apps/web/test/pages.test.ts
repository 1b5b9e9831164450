import t from 'tap';
import { nextOffsetOf } from '../src/http/link-header.js';
import { queryListParameters, readQueryListSearch } from '../src/queries/query-list-search.js';

t.test('the Link header gives the offset of the next page', async (t) => {
  const next = '</sluice/api/queries?limit=50&offset=100&tags=offset%3D7>; rel="next"';
  const before = '</sluice/api/queries?limit=50&offset=0>; rel="prev"';
  t.equal(nextOffsetOf(`${next}, ${before}`), 100);
  t.equal(nextOffsetOf(`${before}, ${next}`), 100);
  t.equal(nextOffsetOf(before), null);
  t.equal(nextOffsetOf(null), null);
});

t.test('filters are read from the address; invalid values are ignored', async (t) => {
  t.same(readQueryListSearch({}), {});
  t.same(
    readQueryListSearch({ owner: 'mine', sortBy: 'size', tags: 'a', search: '', other: 1 }),
    {},
  );
  const shown = {
    owner: 'shared',
    sortBy: 'name',
    tags: ['a', 'b c'],
    search: 42,
    connectionId: 'x',
  };
  t.same(readQueryListSearch(shown), { ...shown, search: '42' });
});

t.test('filters become query parameters', async (t) => {
  t.equal(queryListParameters({}), 'ownedByUser=true&sortBy=-updatedAt');
  t.equal(queryListParameters({ owner: 'all', sortBy: 'name' }), 'sortBy=name');
  t.equal(
    queryListParameters({ owner: 'shared', tags: ['a', 'b&c'], search: 'x y', connectionId: 's' }),
    'ownedByUser=false&connectionId=s&search=x+y&tags=a&tags=b%26c&sortBy=-updatedAt',
  );
});
