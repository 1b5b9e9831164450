import { createConnection } from 'mysql2';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import t from 'tap';

await t.test('the private members of a mysql2 connection that src/startup.ts uses exist', (t) => {
  const connection = createConnection({ stream: () => new PassThrough() });
  t.teardown(() => {
    connection.destroy();
  });
  for (const member of ['stream', 'startTLS', '_isMariaDB', '_mariadbExtendedMetadata']) {
    t.ok(member in connection, `mysql2/lib/base/connection.js: ${member}`);
  }
  t.end();
});

await t.test('mysql2 is pinned to an exact version', (t) => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  t.match(dependencies['mysql2'], /^\d+\.\d+\.\d+$/);
  t.end();
});
