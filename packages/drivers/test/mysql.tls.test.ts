import { driverFor } from '@sluice/drivers';
import { startMariaDb } from '@sluice/testkit';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import t from 'tap';
import { certificate } from './certificate.js';
import { eventually, failure, read, sessionOptions } from './contract.js';

const driver = driverFor('mysql');
if (!driver) throw new Error('no driver');

const server = certificate('localhost');
const other = certificate('elsewhere');
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
const config = { ...secured.config, host: 'localhost', ssl: true };

await t.test(
  'the server certificate and its name are verified unless told otherwise',
  async (t) => {
    const refused = async (more: object): Promise<void> => {
      const error = await failure(driver.connect({ ...config, ...more }, sessionOptions()));
      t.match(error, { kind: 'connection', outcome: 'not_run' }, error.title);
    };
    await refused({});
    await refused({ ca: other.cert });
    await refused({ ca: server.cert, host: '127.0.0.1' });
    await refused({ ca: 'not a certificate' });
    await refused({ ca: server.cert, cert: other.cert, key: 'not a key' });
    await refused({ port: plain.port, sslSelfSigned: true });
    for (const more of [
      { ca: server.cert },
      { sslSelfSigned: true },
      { sslSelfSigned: 'true', host: '127.0.0.1' },
    ]) {
      const connection = await driver.connect({ ...config, ...more }, sessionOptions());
      const { rows } = await read(connection, "show status like 'Ssl_version'");
      t.match(rows, [['Ssl_version', /^TLSv1\.[23]$/]]);
      t.equal((await read(connection, 'select * from seq_1_to_200000')).rows.length, 200_000);
      await connection.close();
    }
  },
);

await t.test('a cancel goes over TLS too', async (t) => {
  const verified = { ...config, ca: server.cert };
  const connection = await driver.connect(verified, sessionOptions());
  const watcher = await driver.connect(verified, sessionOptions());
  const abort = new AbortController();
  const failed = failure(read(connection, 'select sleep(60)', { signal: abort.signal }));
  const running = "select 1 from information_schema.processlist where info like 'select sleep%'";
  await eventually('it runs', async () => (await read(watcher, running)).rows.length === 1);
  abort.abort();
  t.match(await failed, { kind: 'cancelled', outcome: 'failed' });
  t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
  await connection.close();
  await watcher.close();
});
