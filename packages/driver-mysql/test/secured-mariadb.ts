import { certificate, startMariaDb } from '@sluice/testkit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Test } from 'tap';

/** Starts a MariaDB server with TLS for `localhost`. It stops with the test. */
export async function startSecuredMariaDb(t: Pick<Test, 'teardown'>) {
  const server = certificate('localhost');
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-mariadb-'));
  const file = (name: string, content: string): string => {
    writeFileSync(path.join(folder, name), content, { mode: 0o600 });
    return path.join(folder, name);
  };
  const certificateFile = file('cert.pem', server.cert);
  const mariaDb = await startMariaDb([
    // The server checks certificates of clients, too.
    `--ssl-ca=${certificateFile}`,
    `--ssl-cert=${certificateFile}`,
    `--ssl-key=${file('key.pem', server.key)}`,
  ]);
  t.teardown(async () => {
    await mariaDb.stop();
    rmSync(folder, { recursive: true });
  });
  return { mariaDb, server };
}
