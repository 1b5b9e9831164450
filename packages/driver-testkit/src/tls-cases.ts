import type { Driver } from '@sluice/driver-kit';
import { certificate } from '@sluice/testkit';
import type { Test } from 'tap';
import { failure, read, sessionOptions } from './contract.js';
import { cancelSleep, type Queries } from './sleeping.js';

/** A server with TLS and statements to run on it. */
export interface TlsServer {
  driver: Driver;
  /** Connection fields without TLS. */
  config: Record<string, unknown>;
  /** Certificate of the server for `localhost`. */
  server: ReturnType<typeof certificate>;
  /** Port of a server without TLS. */
  plainPort: unknown;
  /** A query and its rows over TLS. */
  secured: { sql: string; rows: object };
  queries: Queries;
}

/** Tests of TLS that apply to every engine. */
export async function testTls(t: Test, given: TlsServer): Promise<void> {
  const { driver, server } = given;
  const other = certificate('other.example');
  const config = { ...given.config, host: 'localhost', ssl: true };

  await t.test('the server certificate and its host name are verified by default', async (t) => {
    const refused = async (more: object): Promise<void> => {
      const error = await failure(driver.connect({ ...config, ...more }, sessionOptions()));
      t.match(error, { kind: 'connection', outcome: 'not_run' }, error.title);
    };
    await refused({});
    await refused({ ca: other.cert });
    await refused({ ca: server.cert, host: '127.0.0.1' });
    await refused({ ca: 'not a certificate' });
    await refused({ ca: server.cert, cert: other.cert, key: 'not a key' });
    await refused({ port: given.plainPort, sslSelfSigned: true });
    for (const more of [
      { ca: server.cert },
      { sslSelfSigned: true },
      { sslSelfSigned: 'true', host: '127.0.0.1' },
    ]) {
      const connection = await driver.connect({ ...config, ...more }, sessionOptions());
      t.match((await read(connection, given.secured.sql)).rows, given.secured.rows);
      t.equal((await read(connection, given.queries.large)).rows.length, 200_000);
      await connection.close();
    }
  });

  await t.test('every TLS field requires TLS', async (t) => {
    const withoutSsl = { ...given.config, host: 'localhost' };
    for (const more of [
      { ca: server.cert },
      { sslSelfSigned: true },
      { ssl: '', sslSelfSigned: 'true' },
      { ca: server.cert, cert: server.cert, key: server.key },
    ]) {
      const connection = await driver.connect({ ...withoutSsl, ...more }, sessionOptions());
      const { rows } = await read(connection, given.secured.sql);
      t.match(rows, given.secured.rows, Object.keys(more).join());
      await connection.close();
    }
    const refused = async (more: object): Promise<string> => {
      const error = await failure(driver.connect({ ...withoutSsl, ...more }, sessionOptions()));
      t.match(error, { kind: 'connection', outcome: 'not_run' }, error.title);
      return error.title;
    };
    await refused({ ca: other.cert });
    await refused({ cert: server.cert, key: server.key });
    await refused({ port: given.plainPort, ca: server.cert });
    await refused({ port: given.plainPort, sslSelfSigned: true });
    for (const more of [{ ca: server.cert }, { sslSelfSigned: true }, { key: server.key }]) {
      const [field = ''] = Object.keys(more);
      t.match(await refused({ ssl: false, ...more }), `ssl must be true or absent: ${field}`);
    }
    const plain = { ...withoutSsl, ssl: false, sslSelfSigned: false, ca: ' ', cert: '', key: '' };
    const connection = await driver.connect(plain, sessionOptions());
    t.notMatch((await read(connection, given.secured.sql)).rows, given.secured.rows, 'without TLS');
    await connection.close();
  });

  await t.test('a cancel request uses TLS too', async (t) => {
    const verified = { ...config, ca: server.cert };
    const connection = await driver.connect(verified, sessionOptions());
    const watcher = await driver.connect(verified, sessionOptions());
    await cancelSleep(t, connection, watcher, given.queries);
    await connection.close();
    await watcher.close();
  });
}
