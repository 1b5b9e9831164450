import accessors from '@duckdb/node-api/lib/vectors/dataAccessors.js';
import { readFileSync } from 'node:fs';
import t from 'tap';

await t.test(
  'the internal module of @duckdb/node-api that byte-order-marks.ts changes exists',
  (t) => {
    t.ok('textDecoder' in accessors, '@duckdb/node-api/lib/vectors/dataAccessors.js');
    t.end();
  },
);

await t.test('@duckdb/node-api is pinned to an exact version', (t) => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  t.match(dependencies['@duckdb/node-api'], /^\d/);
  t.match(dependencies['@duckdb/node-bindings'], /^\d/);
  t.end();
});
