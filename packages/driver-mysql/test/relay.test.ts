import { mysqlDriver as driver } from '@sluice/driver-mysql';
import { certificate, startMariaDb } from '@sluice/testkit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import t from 'tap';
import { relayCases } from '@sluice/driver-testkit/relay-cases';
import { mysqlValues } from '@sluice/driver-testkit/values/mysql';

const server = certificate('localhost');
const folder = mkdtempSync(path.join(tmpdir(), 'sluice-relay-'));
const file = (name: string, content: string): string => {
  writeFileSync(path.join(folder, name), content, { mode: 0o600 });
  return path.join(folder, name);
};
const mariaDb = await startMariaDb([
  `--ssl-cert=${file('cert.pem', server.cert)}`,
  `--ssl-key=${file('key.pem', server.key)}`,
]);
t.teardown(async () => {
  await mariaDb.stop();
  rmSync(folder, { recursive: true });
});

/** A table for each type: a row of all of them would be longer than a row of InnoDB may be. */
const tables = mysqlValues.map(([type, , ...cases], index) => ({
  name: `v${String(index)}`,
  type,
  literals: cases.map(([literal]) => literal),
}));
mariaDb.client(
  tables
    .map(
      ({
        name,
        type,
        literals,
      }) => `create table ${name} (n int auto_increment primary key, v ${type});
        insert into ${name} (v) values ${literals.map((literal) => `(${literal})`).join(', ')};
        insert into ${name} (v) values (default);`,
    )
    .join('\n')
    .replace(/^/, "set names utf8mb4; set sql_mode = '';\n"),
  'main',
);
const statements = [
  ...tables.map(({ name }) => `select v from ${name} order by n`),
  "select seq, repeat('é', seq) from seq_1_to_40",
];

for (const tls of [{}, { ssl: true, host: 'localhost', ca: server.cert }]) {
  await t.test('ssl' in tls ? 'over TLS' : 'without TLS', (t) =>
    relayCases(t, {
      driver,
      port: mariaDb.port,
      configAt: (port) => ({ ...mariaDb.config, ...tls, port: String(port) }),
      statements,
    }),
  );
}
