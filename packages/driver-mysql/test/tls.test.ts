import { mysqlDriver as driver } from '@sluice/driver-mysql';
import { startMariaDb } from '@sluice/testkit';
import t from 'tap';
import { failure, sessionOptions } from '@sluice/driver-testkit/contract';
import { queries } from '@sluice/driver-testkit/sleeping';
import { testTls } from '@sluice/driver-testkit/tls-cases';
import { startSecuredMariaDb } from './secured-mariadb.js';

const { mariaDb: secured, server } = await startSecuredMariaDb(t);
const plain = await startMariaDb(['--skip-ssl']);
t.teardown(() => plain.stop());

await t.test('a certificate without the name of the host is explained', async (t) => {
  const config = { ...secured.config, ssl: true, ca: server.cert, host: '127.0.0.1' };
  t.match(await failure(driver.connect(config, sessionOptions())), {
    kind: 'connection',
    outcome: 'not_run',
    title: /does not match/,
    hint: /sslSelfSigned/,
  });
});

await testTls(t, {
  driver,
  config: secured.config,
  server,
  plainPort: plain.port,
  secured: {
    sql: "show status like 'Ssl_version'",
    rows: [['Ssl_version', /^TLSv1\.[23]$/]],
  },
  queries: queries.mysql,
});
