import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import t, { type Test } from 'tap';
import { until } from '@sluice/testkit';
import { cachePeerAddresses } from '../src/http/peer-addresses.js';
import { editorEmail, editorPassword, type TestApi } from './support.js';
import { cookieOf, openApi } from './fixtures.js';

/** Returns a request whose client has disconnected. */
async function closedRequest(t: Test, keep: boolean): Promise<IncomingMessage> {
  const server = createServer().listen(0, '127.0.0.1');
  if (keep) cachePeerAddresses(server);
  await once(server, 'listening');
  t.teardown(() => server.close());
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const closed = new Promise((resolve) => request.socket.once('close', resolve));
  client.resetAndDestroy();
  await closed;
  return request;
}

t.test('the client address is known after the client disconnects', async (t) => {
  const kept = await closedRequest(t, true);
  t.equal(kept.socket.remoteAddress, '127.0.0.1');
  const other = await closedRequest(t, false);
  t.equal(other.socket.remoteAddress, undefined, 'without the plugin the address is lost');
});

t.test(
  'a refused request is recorded with the client address even if the client disconnects early',
  async (t) => {
    const api = await openApi(t);
    const address = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
    // The session lookup waits for the lock before the client address is read.
    const credentials = { email: editorEmail, password: editorPassword };
    const { headers } = await api.anonymous('POST', '/api/signin', credentials);
    const cookie = cookieOf(headers);
    const held = api.sql
      .query('begin; lock table users in access exclusive mode; select pg_sleep(60)')
      .catch(() => undefined);
    await until('the users are locked', () => locks(api, 'granted'));
    const client = connect(Number(address.port), address.hostname);
    client.on('error', () => undefined);
    client.write(`GET /api/audit HTTP/1.1\r\nhost: ${address.host}\r\ncookie: ${cookie}\r\n\r\n`);
    await until('the request waits', () => locks(api, 'not granted'));
    client.resetAndDestroy();
    await until('the API has closed the connection', async () => (await connectionsOf(api)) === 0);
    await api.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'begin; lock table users%'`,
    );
    await held;
    const event = await until('the event is recorded', async () => {
      const [row] = await api.sql.query(
        `select address from audit_events where action = 'admin_route'`,
      );
      return row;
    });
    t.same(event, { address: '127.0.0.1' });
  },
);

/**
 * Returns whether an exclusive lock on the users table is held, or any lock on it is waited for. The databases of
 * tests are copies, so their tables have the same OIDs.
 */
async function locks({ sql }: TestApi, which: 'granted' | 'not granted'): Promise<boolean> {
  const mode = which === 'granted' ? `granted and mode = 'AccessExclusiveLock'` : 'not granted';
  const found = await sql.query(
    `select from pg_locks
     where database = (select oid from pg_database where datname = current_database())
       and relation = 'users'::regclass and ${mode}`,
  );
  return found.length > 0;
}

const connectionsOf = ({ app }: TestApi): Promise<number> =>
  new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
