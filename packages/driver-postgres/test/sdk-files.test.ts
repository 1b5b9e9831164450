import { readFileSync } from 'node:fs';
import pg from 'pg';
import t from 'tap';

await t.test('the private members of a pg client that src/startup.ts uses exist', (t) => {
  const client = new pg.Client({ host: 'localhost', user: 'u', database: 'd' });
  t.ok('getStartupConf' in client, 'pg/lib/client.js: getStartupConf');
  t.ok('connection' in client, 'pg/lib/client.js: connection');
  t.end();
});

await t.test('pg is pinned to an exact version', (t) => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  t.match(dependencies['pg'], /^\d+\.\d+\.\d+$/);
  t.end();
});
