import { driverFor } from '@sluice/drivers';
import t from 'tap';
import { certificate } from './certificate.js';
import { startCluster } from './cluster.js';
import { tlsCases } from './tls-cases.js';

const driver = driverFor('postgres');
if (!driver) throw new Error('no driver');

const server = certificate('localhost');
const files = { 'server.crt': server.cert, 'server.key': server.key };
const secured = await startCluster(['ssl=on'], files);
const plain = await startCluster();
t.teardown(() => Promise.all([secured.stop(), plain.stop()]));

await tlsCases(t, {
  driver,
  config: secured.config,
  server,
  other: certificate('elsewhere'),
  plainPort: plain.port,
  secured: { sql: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', rows: [[true]] },
  large: 'select * from generate_series(1, 200000)',
  sleep: 'select pg_sleep(60)',
  sleeping: `select 1 from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`,
});
