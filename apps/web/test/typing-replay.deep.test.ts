// Runs in its own process: it mostly waits between keys, and would delay the files after it.
import t from 'tap';
import { replayQueries } from './replay/type-queries.js';

const dialects = ['postgres', 'mysql', 'sqlite', 'duckdb', 'snowflake', 'bigquery'];

t.test('typing queries inserts exactly the text', async (t) => {
  const { typed, corrupted, problems, lists } = await replayQueries(dialects);
  t.equal(typed, 200);
  t.same(corrupted, []);
  t.same(problems, []);
  t.ok(lists > typed, `${lists} completion lists opened`);
});
