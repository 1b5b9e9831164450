import { mysqlDriver as driver } from '@sluice/driver-mysql';
import t from 'tap';
import { testRelay } from '@sluice/driver-testkit/relay-cases';
import { mysqlValues } from '@sluice/driver-testkit/values/mysql';
import { startSecuredMariaDb } from './secured-mariadb.js';

const { mariaDb, server } = await startSecuredMariaDb(t);

/** One table for each type, because a row of all types would exceed the maximum row size of InnoDB. */
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
    testRelay(t, {
      driver,
      port: mariaDb.port,
      configAt: (port) => ({ ...mariaDb.config, ...tls, port: String(port) }),
      statements,
    }),
  );
}
