import { postgresDriver as driver } from '@sluice/driver-postgres';
import { certificate } from '@sluice/testkit';
import t from 'tap';
import { startCluster } from '@sluice/driver-testkit/cluster';
import { queries } from '@sluice/driver-testkit/sleeping';
import { testTls } from '@sluice/driver-testkit/tls-cases';

const server = certificate('localhost');
const files = { 'server.crt': server.cert, 'server.key': server.key };
const secured = await startCluster(['ssl=on'], files);
const plain = await startCluster();
t.teardown(() => Promise.all([secured.stop(), plain.stop()]));

await testTls(t, {
  driver,
  config: secured.config,
  server,
  plainPort: plain.port,
  secured: { sql: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', rows: [[true]] },
  queries: queries.postgres,
});
