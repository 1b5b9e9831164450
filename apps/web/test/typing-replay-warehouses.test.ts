// Runs in its own process: it mostly waits between keys, and would delay the files after it.
import t from 'tap';
import { replayQueries } from './replay/type-queries.js';

t.test(
  'typing 100 queries for DuckDB, Snowflake and BigQuery inserts exactly the text',
  async (t) => {
    const dialects = ['duckdb', 'snowflake', 'bigquery'];
    const { typed, corrupted, problems, lists } = await replayQueries(dialects);
    t.equal(typed, 100);
    t.same(corrupted, []);
    t.same(problems, []);
    t.ok(lists > typed, `${lists} completion lists opened`);
  },
);
