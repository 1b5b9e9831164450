import { once } from 'node:events';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { sampleConnection } from './support.js';
import { openApi } from './fixtures.js';

const leaks = /at \w+ \(|node_modules|\.ts:|\.js:|select .* from|prisma|invocation|ECONN/i;

/** Checks that an error response is JSON with a title and leaks no internals. */
const matchesErrorBody = (
  t: Test,
  response: { body: string; headers: Record<string, unknown> },
  name: string,
) => {
  t.match(response.headers['content-type'], /^application\/json/, name);
  const body = JSON.parse(response.body) as { title?: unknown };
  t.ok(typeof body.title === 'string' && body.title !== '', `${name} has a title`);
  t.notMatch(response.body, leaks, name);
};

t.test('malformed bodies return 400 quickly on every route', async (t) => {
  const api = await openApi(t);
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const bodies: [string, string | Buffer, string?][] = [
    ['not JSON', '{"name":'],
    ['a lone word', 'hello'],
    ['100,000 nested brackets', nested(100_000)],
    ['100,000 open brackets', '['.repeat(100_000)],
    ['65 levels in a field', `{"name":${nested(65)}}`],
    ['nested objects', '{"a":'.repeat(70) + '1' + '}'.repeat(70)],
    ['NUL', '{"name":"a\\u0000b"}', 'name'],
    ['NUL in a key', '{"data":{"a\\u0000":1}}', 'data'],
    ['a lone surrogate', '{"name":"\\ud800"}', 'name'],
    ['a lone low surrogate', '{"data":{"host":"x\\udc00y"}}', 'data.host'],
    ['U+FFFE', '{"name":"\\ufffe"}', 'name'],
    ['__proto__', '{"__proto__":{"role":"admin"}}', ''],
    ['constructor', '{"data":{"constructor":{}}}', 'data'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '5'],
    ['an array', '[]'],
  ];
  for (const [name, body, path] of bodies) {
    for (const url of ['/api/connections', '/api/test-connection', '/api/signin']) {
      const startedAtMs = performance.now();
      const response = await api.admin('POST', url, body, { 'content-type': 'application/json' });
      t.equal(response.statusCode, 400, `${name} to ${url}`);
      t.ok(performance.now() - startedAtMs < 10_000, `${name} is refused quickly`);
      matchesErrorBody(t, response, name);
      if (path !== undefined) t.match(response.json(), { errors: [{ path }] }, name);
    }
  }
  const exact = await api.admin('POST', '/api/connections', {
    ...sampleConnection,
    name: '𝒳 é 名 🦉',
    description: '{"brackets": "[[[["}'.repeat(20),
  });
  t.match(exact.json(), { name: '𝒳 é 名 🦉' }, 'other text is stored unchanged');
});

t.test('bodies of other types and sizes are refused', async (t) => {
  const api = await openApi(t, { settings: { SERVICE_BODY_LIMIT: '2048' } });
  const large = await api.admin('POST', '/api/connections', { name: 'x'.repeat(3_000) });
  t.equal(large.statusCode, 413);
  matchesErrorBody(t, large, 'too large');
  for (const type of ['text/plain', 'application/xml', 'application/json-patch+json', 'x', '']) {
    const response = await api.admin('POST', '/api/connections', '{}', { 'content-type': type });
    t.equal(response.statusCode, 400, type);
    matchesErrorBody(t, response, type);
  }
  for (const type of ['application/json;charset=utf-8', 'application/json; charset="UTF-8"']) {
    const response = await api.admin('POST', '/api/connections', '{}', { 'content-type': type });
    t.match(response.json(), { errors: [{ path: 'name' }, { path: 'driver' }] }, type);
  }
  const empty = await api.admin('DELETE', '/api/connections/none', undefined, {
    'content-type': 'application/json',
  });
  t.equal(empty.statusCode, 404, 'a content type without a body is ignored');
});

t.test('missing resources return the same 404 for every method', async (t) => {
  const api = await openApi(t);
  const missing: [string, string, object?][] = [
    ['GET', '/api/users/none'],
    ['GET', '/api/users/x%2F..%2F..%2Fetc%2Fpasswd'],
    ['GET', `/api/users/${'x'.repeat(5_000)}`],
    ['GET', '/api/connections/none'],
    ['PUT', '/api/connections/none', {}],
    ['DELETE', '/api/connections/none'],
    ['GET', '/api/connections/none/schema'],
    ['GET', '/api/schema-info/none'],
    ['GET', '/api/batches/none'],
    ['GET', '/api/statements/none'],
    ['GET', '/api/nothing'],
    ['POST', '/api/users/none', {}],
    ['PATCH', '/api/connections', {}],
    ['TRACE', '/api/users'],
    ['GET', '/API/users'],
    ['GET', '/nothing'],
    ['GET', '/api'],
  ];
  for (const [method, url, body] of missing) {
    const response = await api.admin(method, url, body as Record<string, unknown> | undefined);
    t.equal(response.statusCode, 404, `${method} ${url.slice(0, 60)}`);
    t.match(response.json(), { title: 'Not found' });
  }
  for (const url of ['/api/nothing', '/api', '/x']) {
    const response = await api.anonymous('GET', url);
    t.equal(response.statusCode, 404, 'also for anonymous requests');
    t.same(response.json(), { title: 'Not found', code: 'not_found' });
  }
});

t.test('malformed paths and queries never return 500', async (t) => {
  const api = await openApi(t);
  const cases: [string, number][] = [
    ['/%', 400],
    ['/%zz', 400],
    ['/api/users/%E0%A4%A', 400],
    ['/api/users/%00', 400],
    ['/api/users/%0d%0aset-cookie:x', 404],
    ['/api/users?limit=%00', 400],
    ['/api/users?limit=0', 400],
    ['/api/users?limit=-1', 400],
    ['/api/users?limit=1.5', 400],
    ['/api/users?limit=', 400],
    ['/api/users?limit=1&limit=2', 400],
    ['/api/users?limit=1e9', 400],
    ['/api/users?offset=99999999999999999999', 400],
    ['/api/users?offset=5', 200],
    ['/api/users?__proto__=x', 400],
    ['/api/users?unknown[a]=1', 200],
    ['/api/connections/none/schema?reload=true&reload=true', 400],
  ];
  for (const [url, status] of cases) {
    const response = await api.admin('GET', url);
    t.equal(response.statusCode, status, url);
    if (status >= 400) matchesErrorBody(t, response, url);
  }
});

t.test('every route is under the path prefix, and nothing is served outside of it', async (t) => {
  const api = await openApi(t, { settings: { SERVICE_BASE_URL: '/sub/' } });
  t.equal((await api.admin('GET', '/sub/api/users')).statusCode, 200);
  t.equal((await api.anonymous('GET', '/sub/api/health')).statusCode, 200);
  for (const url of ['/api/users', '/api/health', '/api/docs', '/', '/subapi/users']) {
    const response = await api.admin('GET', url);
    t.equal(response.statusCode, 404, url);
    matchesErrorBody(t, response, url);
  }
  const docs = await api.anonymous('GET', '/sub/api/docs');
  t.match(docs.body, /src="\/sub\/api\/docs\/static\/swagger-ui-bundle\.js"/);
  const page = await api.admin('GET', '/sub/api/users?limit=1');
  t.match(page.headers.link, /^<\/sub\/api\/users\?limit=1&offset=1>/);
});

t.test('malformed HTTP returns an error with a title', async (t) => {
  const api = await openApi(t);
  const address = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  const send = async (text: string): Promise<string> => {
    const socket = connect(Number(address.port), address.hostname);
    let response = '';
    socket.setEncoding('utf8').on('data', (data: string) => (response += data));
    socket.write(text);
    await once(socket, 'close');
    return response;
  };
  const cases: [string, string][] = [
    ['GARBAGE\r\n\r\n', '400'],
    ['GET / HTTP/9.9\r\n\r\n', '400'],
    ['GET /api/health HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n', '400'],
    ['GET /api/health HTTP/1.1\r\nHost: a\r\nx: a\0b\r\n\r\n', '400'],
    [`GET /api/health HTTP/1.1\r\nHost: a\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, '431'],
    [
      'POST /api/signin HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      '400',
    ],
    ['GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
  ];
  for (const [text, status] of cases) {
    const response = await send(text);
    t.match(response, new RegExp(`^HTTP/1\\.1 ${status} `), JSON.stringify(text.slice(0, 60)));
    t.match(response, /\r\nx-content-type-options: nosniff\r\n/i);
    t.match(response, /\r\ncontent-security-policy: default-src 'none'; .*frame-ancestors 'none'/i);
    t.match(response, /\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n/i);
    const body = response.slice(response.indexOf('\r\n\r\n') + 4);
    if (body !== '') t.match(JSON.parse(body), { title: /./ });
  }
});

t.test('an unexpected error returns 500 with only the request id', async (t) => {
  const api = await openApi(t, {
    dependencies: {
      results: undefined as never,
      checkQueue: () => Promise.reject(new Error('queue secret')),
    },
  });
  await api.sql.query('alter table users rename column ldap_id to something_else');
  const response = await api.anonymous('POST', '/api/signin', {
    email: 'x@example.com',
    password: 'y',
  });
  t.equal(response.statusCode, 500);
  matchesErrorBody(t, response, 'unexpected error');
  const { requestId, ...body } = response.json<{ requestId: string }>();
  t.same(body, { title: 'Internal Server Error', code: 'internal' });
  t.equal(requestId, response.headers['x-request-id']);
  t.ok(api.log().includes(requestId), 'the log has the cause with the same request id');
  t.notMatch(api.log(), /x@example\.com/);
});
