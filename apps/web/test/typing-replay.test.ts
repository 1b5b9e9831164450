// Runs in its own process: it mostly waits between keys, and would delay the files after it.
import { isDeep } from '@sluice/testkit';
import t from 'tap';
import { replayQueries } from './replay/type-queries.js';

t.test('typing queries for PostgreSQL, MySQL and SQLite inserts exactly the text', async (t) => {
  const { typed, corrupted, problems, lists } = await replayQueries([
    'postgres',
    'mysql',
    'sqlite',
  ]);
  t.equal(typed, isDeep ? 100 : 21);
  t.same(corrupted, []);
  t.same(problems, []);
  t.ok(lists > typed, `${lists} completion lists opened`);
});
