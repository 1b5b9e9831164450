import { driverFor } from '@sluice/drivers';
import { certificate } from '@sluice/testkit';
import t from 'tap';
import { startCluster } from './cluster.js';
import { queries } from './sleeping.js';
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
  plainPort: plain.port,
  secured: { sql: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', rows: [[true]] },
  queries: queries.postgres,
});
