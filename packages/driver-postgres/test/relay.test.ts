import { postgresDriver as driver } from '@sluice/driver-postgres';
import { certificate } from '@sluice/testkit';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { testRelay } from '@sluice/driver-testkit/relay-cases';
import { postgresValues } from '@sluice/driver-testkit/values/postgres';

const server = certificate('localhost');
const files = { 'server.crt': server.cert, 'server.key': server.key };
const cluster = await startCluster(['ssl=on'], files);
t.teardown(() => cluster.stop());

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const values = postgresValues.flatMap(([type, , ...cases]) => [
  ...cases.map(([text]) => `${literal(text)}::${type}`),
  `null::${type}`,
]);
const statements = [
  `select ${values.join(', ')}`,
  "do $$ begin raise notice 'a notice'; end $$",
  "select n, repeat('é', n) from generate_series(1, 40) n",
];

for (const tls of [{}, { ssl: true, host: 'localhost', ca: server.cert }]) {
  await t.test('ssl' in tls ? 'over TLS' : 'without TLS', (t) =>
    testRelay(t, {
      driver,
      port: cluster.port,
      configAt: (port) => ({ ...cluster.config, ...tls, port }),
      statements,
    }),
  );
}
