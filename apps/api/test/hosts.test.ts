import { connect, type Socket } from 'node:net';
import { until } from '@sluice/testkit';
import t from 'tap';
import type { TestApi } from './support.js';
import { openApi } from './fixtures.js';

const statusBy = async (api: TestApi, host: string, url = '/api/users'): Promise<number> =>
  (await api.anonymous('GET', url, undefined, { host })).statusCode;

t.test(
  'DNS rebinding: without authentication, requests to an unknown host are refused',
  async (t) => {
    const settings = {
      SERVICE_AUTH_DISABLED: 'true',
      SERVICE_AUTH_DISABLED_DEFAULT_ROLE: 'admin',
      SERVICE_BASE_URL: '/sub',
      PUBLIC_URL: 'https://sql.example.com:8443',
      SERVICE_ALLOWED_HOSTS: 'sluice Upstream.internal',
    };
    const api = await openApi(t, { settings });
    const allowed = [
      'localhost:3000',
      'LOCALHOST',
      'localhost.',
      'app.localhost',
      '127.0.0.1:3000',
      '[::1]:3000',
      '192.0.2.7',
      'sql.example.com',
      'SQL.example.com:8443',
      'sluice:3000',
      'upstream.internal',
    ];
    for (const host of allowed) t.equal(await statusBy(api, host, '/sub/api/users'), 200, host);
    const refused = [
      'evil.example',
      'evil.example:3000',
      'localhost.evil.example',
      'sql.example.com.evil.example',
      'evil-sql.example.com',
      'example.com',
      '127.0.0.1.evil.example',
      'a b',
      '@evil.example',
    ];
    for (const host of refused) {
      t.equal(await statusBy(api, host, '/sub/api/users'), 421, host);
      t.equal(await statusBy(api, host, '/sub/api/nothing'), 421, `${host} with any path`);
      t.equal(await statusBy(api, host, '/sub/api/health'), 200, `${host} may read the health`);
    }
    const forwarded = await api.anonymous('GET', '/sub/api/users', undefined, {
      host: 'evil.example',
      'x-forwarded-host': 'localhost',
      forwarded: 'host=localhost',
    });
    t.match(forwarded.json(), { title: /Unknown host name/, code: 'unknown_host' });

    const withSignIn = await openApi(t, { settings: { PUBLIC_URL: 'https://sql.example.com' } });
    t.equal(
      await statusBy(withSignIn, 'evil.example'),
      401,
      'with authentication, any host is accepted',
    );
    const strict = await openApi(t, { settings: { SERVICE_ALLOWED_HOSTS: 'sluice' } });
    t.equal(await statusBy(strict, 'evil.example'), 421, 'unless allowed hosts are set');
    t.equal(await statusBy(strict, 'sluice'), 401);
  },
);

t.test('X-Forwarded-For is used only from trusted peers', async (t) => {
  const addressOf = async (api: TestApi, remoteAddress: string): Promise<string | undefined> => {
    await api.app.inject({
      method: 'POST',
      url: '/api/signin',
      remoteAddress,
      headers: { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' },
      payload: { email: `unknown-at-${remoteAddress}`, password: 'x' },
    });
    const [event] = await api.sql.query<{ address: string }>(
      'select address from audit_events order by id desc limit 1',
    );
    return event?.address;
  };
  const withSignIn = await openApi(t);
  t.equal(await addressOf(withSignIn, '127.0.0.1'), '127.0.0.1', 'no peer is trusted by default');
  const behind = await openApi(t, { settings: { SERVICE_TRUST_PROXY: '10.1.0.0/16' } });
  t.equal(await addressOf(behind, '10.2.0.1'), '10.2.0.1');
  t.equal(await addressOf(behind, '10.1.0.1'), '203.0.113.9');
});

t.test(
  '1,000 clients that never finish their request are disconnected and do not block others',
  async (t) => {
    const receiving = { headersMs: 1_000, requestMs: 2_000, checkEveryMs: 100 };
    const api = await openApi(t, { dependencies: { receiving } });
    const address = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
    const sockets: Socket[] = [];
    let closed = 0;
    let refused = 0;
    for (let count = 0; count < 1_000; count++) {
      const socket = connect(Number(address.port), address.hostname);
      socket.on('error', () => undefined).once('close', () => closed++);
      socket.on('data', (data) => {
        if (data.toString().startsWith('HTTP/1.1 408 ')) refused++;
      });
      // Half of them send endless headers, half an endless body.
      socket.write(
        count % 2 === 0
          ? 'GET /api/users HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
          : 'POST /api/signin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
              'Content-Length: 1000\r\n\r\n{',
      );
      sockets.push(socket);
    }
    t.teardown(() => sockets.forEach((socket) => socket.destroy()));
    const drip = setInterval(() => sockets.forEach((socket) => socket.write('a')), 200);
    t.teardown(() => clearInterval(drip));
    const responses = new Set<number>();
    await until('all clients are disconnected', async () => {
      responses.add((await fetch(`${address.origin}/api/app`)).status);
      return closed === 1_000;
    });
    t.same([...responses], [200], 'other requests are served meanwhile');
    t.ok(refused > 0, 'the clients receive 408');
  },
);
