import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const files = [
  'dist/lib/authentication/authentication.js',
  'dist/lib/connection/connection_config.js',
  'dist/lib/connection/connection_context.js',
  'dist/lib/logger.js',
  'dist/lib/util.js',
];

await t.test('the internal modules of snowflake-sdk that src/sdk.ts loads exist', (t) => {
  for (const file of files) {
    t.ok(existsSync(fileURLToPath(import.meta.resolve(`snowflake-sdk/${file}`))), file);
  }
  t.end();
});

await t.test('snowflake-sdk is pinned to an exact version', (t) => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  t.match(dependencies['snowflake-sdk'], /^\d+\.\d+\.\d+$/);
  t.end();
});
