import { driverFor } from '@sluice/drivers';
import { certificate } from '@sluice/testkit';
import t from 'tap';
import { startCluster } from './cluster.js';
import { relayCases } from './relay-cases.js';
import { postgresValues } from './values/postgres.js';

const driver = driverFor('postgres');
if (!driver) throw new Error('no driver');
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
    relayCases(t, {
      driver,
      port: cluster.port,
      configAt: (port) => ({ ...cluster.config, ...tls, port }),
      statements,
    }),
  );
}
