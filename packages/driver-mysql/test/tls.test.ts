import { mysqlDriver as driver } from '@sluice/driver-mysql';
import { certificate, startMariaDb } from '@sluice/testkit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import t from 'tap';
import { queries } from '@sluice/driver-testkit/sleeping';
import { tlsCases } from '@sluice/driver-testkit/tls-cases';

const server = certificate('localhost');
const folder = mkdtempSync(path.join(tmpdir(), 'sluice-tls-'));
const file = (name: string, content: string): string => {
  writeFileSync(path.join(folder, name), content, { mode: 0o600 });
  return path.join(folder, name);
};
const secured = await startMariaDb([
  `--ssl-cert=${file('cert.pem', server.cert)}`,
  `--ssl-key=${file('key.pem', server.key)}`,
]);
const plain = await startMariaDb(['--skip-ssl']);
t.teardown(async () => {
  await Promise.all([secured.stop(), plain.stop()]);
  rmSync(folder, { recursive: true });
});

await tlsCases(t, {
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
