import type { Driver } from '@sluice/driver-kit';
import { certificate } from '@sluice/testkit';
import type { Test } from 'tap';
import { failure, read, sessionOptions } from './contract.js';
import { cancelSleep, type Queries } from './sleeping.js';

/** An engine's server with TLS, and what to ask it. */
export interface TlsServer {
  driver: Driver;
  /** The connection's fields, without any of TLS. */
  config: Record<string, unknown>;
  /** The server's own, for `localhost`. */
  server: ReturnType<typeof certificate>;
  /** Port of a server that has no TLS. */
  plainPort: unknown;
  /** A query and how its rows look over TLS. */
  secured: { sql: string; rows: object };
  queries: Queries;
}

/** What holds for TLS, whatever the engine. */
export async function tlsCases(t: Test, given: TlsServer): Promise<void> {
  const { driver, server } = given;
  const other = certificate('elsewhere');
  const config = { ...given.config, host: 'localhost', ssl: true };

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
    },
  );

  await t.test('a cancel goes over TLS too', async (t) => {
    const verified = { ...config, ca: server.cert };
    const connection = await driver.connect(verified, sessionOptions());
    const watcher = await driver.connect(verified, sessionOptions());
    await cancelSleep(t, connection, watcher, given.queries);
    await connection.close();
    await watcher.close();
  });
}
