import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { certificate, type NginxPlace, runNginx } from '@sluice/testkit';
import t, { type Test } from 'tap';
import { openApi } from './fixtures.js';

const read = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Starts the API behind nginx. */
async function openBehind(t: Test, configure: (place: NginxPlace, upstream: string) => string) {
  const api = await openApi(t);
  const upstream = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const nginx = await runNginx((place) => configure(place, upstream));
  t.teardown(() => nginx.stop());
  return { api, upstream, url: nginx.url };
}

t.test('the documented nginx server block refuses weak TLS', async (t) => {
  const page = await read('docs/reference/security/transport.md');
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(page) ?? [];
  const { cert, key } = certificate('localhost');
  const folder = t.testdir({});
  await writeFile(join(folder, 'fullchain.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  const { url } = await openBehind(t, (place, upstream) => {
    const server = block
      .replace('listen 443 ssl', `listen 127.0.0.1:${place.port} ssl`)
      .replaceAll('/etc/nginx/tls', folder)
      .replace('http://127.0.0.1:3000', upstream);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${place.folder}/${name};`,
    );
    return `daemon off; master_process off; pid ${place.folder}/pid; error_log stderr;
      events { worker_connections 64; } http { access_log off; ${paths.join(' ')} ${server} }`;
  });
  const port = Number(new URL(url).port);
  const handshake = async (version: SecureVersion, ciphers: string) => {
    const socket = connectTls({
      host: '127.0.0.1',
      port,
      servername: 'localhost',
      ca: cert,
      minVersion: version,
      maxVersion: version,
      ciphers: `${ciphers}@SECLEVEL=0`,
    });
    const secured = once(socket, 'secureConnect').then(() => 'accepted');
    const response = await secured.catch(() => 'refused');
    socket.destroy();
    return response;
  };
  for (const [version, ciphers, expected] of [
    ['TLSv1.3', 'ALL', 'accepted'],
    ['TLSv1.2', 'ECDHE-RSA-AES128-GCM-SHA256', 'accepted'],
    ['TLSv1.2', 'ECDHE-RSA-CHACHA20-POLY1305', 'accepted'],
    ['TLSv1.2', 'ECDHE-RSA-AES128-SHA256', 'refused'],
    ['TLSv1.2', 'AES128-GCM-SHA256', 'refused'],
    ['TLSv1.1', 'ALL', 'refused'],
    ['TLSv1', 'ALL', 'refused'],
  ] as const) {
    t.equal(await handshake(version, ciphers), expected, `${version} ${ciphers}`);
  }
  const request = get({
    host: '127.0.0.1',
    port,
    servername: 'localhost',
    ca: cert,
    path: '/api/health',
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  t.equal(response.statusCode, 200);
  t.match(response.headers['strict-transport-security'], /max-age=31536000/);
  const plain = await fetch(`${url}/api/health`, { redirect: 'manual' });
  t.equal(plain.status, 400, 'a plain HTTP request returns 400 without a redirect');
});

const smuggled = 'GET /api/drivers HTTP/1.1\r\nHost: a\r\n\r\n';
const inHex = (text: string): string => text.length.toString(16);

/** POST requests whose body length two parsers may read differently. */
const ambiguous: Record<string, [headers: string, body: string]> = {
  'both lengths': ['Content-Length: 6\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`],
  'both lengths in reverse order': [
    'Transfer-Encoding: chunked\r\nContent-Length: 4',
    `${inHex(smuggled)}\r\n${smuggled}\r\n0\r\n\r\n`,
  ],
  'two lengths': [`Content-Length: 0\r\nContent-Length: ${smuggled.length}`, smuggled],
  'a list of lengths': [`Content-Length: 0, ${smuggled.length}`, smuggled],
  'a length with a sign': ['Content-Length: +0', smuggled],
  'a negative length': ['Content-Length: -1', smuggled],
  'a length in hexadecimal': ['Content-Length: 0x0', smuggled],
  'a length with trailing text': ['Content-Length: 0 0', smuggled],
  'a space before the colon': [
    `Content-Length: ${smuggled.length + 5}\r\nTransfer-Encoding : chunked`,
    `0\r\n\r\n${smuggled}`,
  ],
  'an unknown coding': [
    `Content-Length: ${smuggled.length + 5}\r\nTransfer-Encoding: xchunked`,
    `0\r\n\r\n${smuggled}`,
  ],
  'a second coding': [
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
    `0\r\n\r\n${smuggled}`,
  ],
  'a coding after a bare line feed': [
    `Content-Length: ${smuggled.length + 5}\r\nX: x\nTransfer-Encoding: chunked`,
    `0\r\n\r\n${smuggled}`,
  ],
  'a coding on a folded line': [
    `Content-Length: ${smuggled.length + 5}\r\nTransfer-Encoding:\r\n chunked`,
    `0\r\n\r\n${smuggled}`,
  ],
  'a coding after a vertical tab': [
    `Content-Length: ${smuggled.length + 5}\r\nTransfer-Encoding: \u000bchunked`,
    `0\r\n\r\n${smuggled}`,
  ],
  'a chunk size that overflows': [
    'Transfer-Encoding: chunked',
    `10000000000000000\r\n\r\n${smuggled}`,
  ],
  'a negative chunk size': ['Transfer-Encoding: chunked', `-1\r\n\r\n${smuggled}`],
  'a chunk longer than its size': ['Transfer-Encoding: chunked', `1\r\nab\r\n0\r\n\r\n${smuggled}`],
};

/** Sends bytes and returns everything received until the server closes the connection. */
async function exchange(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connectPlain(Number(port), hostname);
  let response = '';
  socket.setEncoding('latin1').on('data', (data: string) => (response += data));
  socket.on('error', () => undefined);
  socket.write(text, 'latin1');
  await once(socket, 'close');
  return response;
}

t.test('request smuggling fails both directly and behind the load balancer', async (t) => {
  const conf = await read('deploy/nginx.conf');
  const { api, upstream, url } = await openBehind(
    t,
    ({ port, folder }, address) =>
      `daemon off; master_process off; ${conf
        .replace('listen 8080', `listen 127.0.0.1:${port}`)
        .replaceAll(/api-\d:3000/g, new URL(address).host)
        .replaceAll('/tmp/', `${folder}/`)}`,
  );
  const hits = () => api.log().split('"route":"/api/drivers"').length - 1;
  for (const address of [url, upstream]) {
    for (const [title, [headers, body]] of Object.entries(ambiguous)) {
      const head = `POST /api/signin HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close`;
      const response = await exchange(address, `${head}\r\n${headers}\r\n\r\n${body}`);
      const statuses = response.match(/HTTP\/1\.1 \d{3}/g) ?? [];
      t.ok(statuses.length <= 1, `${title}: ${statuses.join()}`);
      for (const status of statuses) t.match(status, /4\d\d|501/, title);
    }
    t.equal(
      (await fetch(`${address}/api/health`)).status,
      200,
      'the next request gets its own response',
    );
  }
  t.equal(hits(), 0);
  await exchange(url, smuggled.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  t.equal(hits(), 1, 'the same request alone is served');
});
