import { driverFor } from '@sluice/drivers';
import t from 'tap';
import { certificate } from './certificate.js';
import { startCluster } from './cluster.js';
import { eventually, failure, read, sessionOptions } from './contract.js';

const driver = driverFor('postgres');
if (!driver) throw new Error('no driver');

const server = certificate('localhost');
const other = certificate('elsewhere');
const files = { 'server.crt': server.cert, 'server.key': server.key };
const cluster = await startCluster(['ssl=on'], files);
const plain = await startCluster();
t.teardown(() => Promise.all([cluster.stop(), plain.stop()]));
const config = { ...cluster.config, host: 'localhost', ssl: true };

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
      const { rows } = await read(
        connection,
        'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      );
      t.strictSame(rows, [[true]]);
      t.equal(
        (await read(connection, 'select * from generate_series(1, 200000)')).rows.length,
        200_000,
      );
      await connection.close();
    }
  },
);

await t.test('a cancel goes over TLS too', async (t) => {
  const secured = { ...config, ca: server.cert };
  const connection = await driver.connect(secured, sessionOptions());
  const watcher = await driver.connect(secured, sessionOptions());
  const abort = new AbortController();
  const failed = failure(read(connection, 'select pg_sleep(60)', { signal: abort.signal }));
  const running = `select 1 from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'`;
  await eventually('it runs', async () => (await read(watcher, running)).rows.length === 1);
  abort.abort();
  t.match(await failed, { kind: 'cancelled', outcome: 'failed' });
  t.strictSame((await read(connection, 'select 1')).rows, [[1]]);
  await connection.close();
  await watcher.close();
});
