import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { scanJson } from '../dist/http/json-scan.js';
import { openTestApi, sampleConnection, type TestApi } from './support.js';

const open = async (t: Test, options?: Parameters<typeof openTestApi>[0]): Promise<TestApi> => {
  const api = await openTestApi(options);
  t.teardown(() => api.close());
  return api;
};

const leaks = /at \w+ \(|node_modules|\.ts:|\.js:|select .* from|prisma|invocation|ECONN/i;

/** Every answer of 4xx and 5xx: JSON with a title, and nothing of our insides. */
const isErrorBody = (
  t: Test,
  answer: { body: string; headers: Record<string, unknown> },
  name: string,
) => {
  t.match(answer.headers['content-type'], /^application\/json/, name);
  const body = JSON.parse(answer.body) as { title?: unknown };
  t.ok(typeof body.title === 'string' && body.title !== '', `${name} has a title`);
  t.notMatch(answer.body, leaks, name);
};

t.test('malformed bodies are 400, fast, whatever the route', async (t) => {
  const api = await open(t);
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
      const answer = await api.admin('POST', url, body, { 'content-type': 'application/json' });
      t.equal(answer.statusCode, 400, `${name} to ${url}`);
      t.ok(performance.now() - startedAtMs < 10_000, `${name} does not hold the service up`);
      isErrorBody(t, answer, name);
      if (path !== undefined) t.match(answer.json(), { errors: [{ path }] }, name);
    }
  }
  const exact = await api.admin('POST', '/api/connections', {
    ...sampleConnection,
    name: '𝒳 é 名 🦉',
    description: '{"brackets": "[[[["}'.repeat(20),
  });
  t.match(exact.json(), { name: '𝒳 é 名 🦉' }, 'other text is taken as it is');
});

t.test('bodies of other types and sizes are refused', async (t) => {
  const api = await open(t, { settings: { SERVICE_BODY_LIMIT: '2048' } });
  const large = await api.admin('POST', '/api/connections', { name: 'x'.repeat(3_000) });
  t.equal(large.statusCode, 413);
  isErrorBody(t, large, 'too large');
  for (const type of ['text/plain', 'application/xml', 'application/json-patch+json', 'x', '']) {
    const answer = await api.admin('POST', '/api/connections', '{}', { 'content-type': type });
    t.equal(answer.statusCode, 400, type);
    isErrorBody(t, answer, type);
  }
  for (const type of ['application/json;charset=utf-8', 'application/json; charset="UTF-8"']) {
    const answer = await api.admin('POST', '/api/connections', '{}', { 'content-type': type });
    t.match(answer.json(), { errors: [{ path: 'name' }, { path: 'driver' }] }, type);
  }
  const empty = await api.admin('DELETE', '/api/connections/none', undefined, {
    'content-type': 'application/json',
  });
  t.equal(empty.statusCode, 404, 'a content type without a body says nothing');
});

t.test('what is missing is the same 404 for every resource and method', async (t) => {
  const api = await open(t);
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
    const answer = await api.admin(method, url, body as Record<string, unknown> | undefined);
    t.equal(answer.statusCode, 404, `${method} ${url.slice(0, 60)}`);
    t.match(answer.json(), { title: 'Not found' });
  }
  for (const url of ['/api/nothing', '/api', '/x']) {
    const answer = await api.anonymous('GET', url);
    t.equal(answer.statusCode, 404, 'also for anonymous callers');
    t.same(answer.json(), { title: 'Not found', code: 'not_found' });
  }
});

t.test('paths and queries that are malformed are never a 500', async (t) => {
  const api = await open(t);
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
    const answer = await api.admin('GET', url);
    t.equal(answer.statusCode, status, url);
    if (status >= 400) isErrorBody(t, answer, url);
  }
});

t.test('every answer has the security headers', async (t) => {
  const api = await open(t);
  const answers = [
    await api.anonymous('GET', '/api/health'),
    await api.anonymous('GET', '/api/nothing'),
    await api.anonymous('GET', '/%zz'),
    await api.anonymous('GET', '/api/users'),
    await api.admin('POST', '/api/connections', '['),
    await api.anonymous('GET', '/api/docs'),
  ];
  for (const { headers, request } of answers.map((answer) => ({
    headers: answer.headers,
    request: answer.raw.req.url ?? '',
  }))) {
    t.match(headers['content-security-policy'], /default-src 'none'/, request);
    t.notMatch(headers['content-security-policy'], /script-src[^;]*unsafe/, request);
    t.match(headers['content-security-policy'], /base-uri 'none'/, request);
    t.match(headers['content-security-policy'], /frame-ancestors 'none'/, request);
    t.match(headers['strict-transport-security'], /max-age=31536000; includeSubDomains/, request);
    t.equal(headers['cross-origin-opener-policy'], 'same-origin', request);
    t.equal(headers['referrer-policy'], 'no-referrer', request);
    t.equal(headers['x-content-type-options'], 'nosniff', request);
    t.match(headers['cache-control'], /no-cache/, request);
    t.equal(headers['access-control-allow-origin'], undefined, request);
    t.equal(headers['x-powered-by'], undefined);
    t.match(headers['x-request-id'], /^[0-9a-f-]{36}$/, request);
  }
});

t.test('answers have a tag, are not sent twice, and are compressed when large', async (t) => {
  const api = await open(t);
  const first = await api.admin('GET', '/api/drivers');
  const tag = String(first.headers.etag);
  t.match(tag, /^W\/"/);
  for (const header of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
    const same = await api.admin('GET', '/api/drivers', undefined, { 'if-none-match': header });
    t.equal(same.statusCode, 304, header);
    t.equal(same.body, '');
    t.equal(same.headers.etag, tag);
  }
  const other = await api.admin('GET', '/api/drivers', undefined, { 'if-none-match': '"x"' });
  t.equal(other.statusCode, 200);
  const missing = await api.admin('GET', '/api/users/none', undefined, { 'if-none-match': '*' });
  t.equal(missing.statusCode, 404, 'an error is no version of anything');
  const large = '/api/openapi.json';
  const largeTag = (await api.admin('GET', large)).headers.etag;
  for (const encoding of ['br', 'gzip']) {
    const packed = await api.admin('GET', large, undefined, {
      'accept-encoding': encoding,
    });
    t.equal(packed.headers['content-encoding'], encoding);
    t.match(packed.headers.vary, /accept-encoding/i);
    t.equal(packed.headers.etag, largeTag);
    const same = await api.admin('GET', large, undefined, {
      'accept-encoding': encoding,
      'if-none-match': largeTag,
    });
    t.equal(same.statusCode, 304);
  }
  const small = await api.admin('GET', '/api/app', undefined, { 'accept-encoding': 'br' });
  t.equal(small.headers['content-encoding'], undefined);
});

t.test('the mount path is in front of everything, and nothing is outside', async (t) => {
  const api = await open(t, { settings: { SERVICE_BASE_URL: '/sub/' } });
  t.equal((await api.admin('GET', '/sub/api/users')).statusCode, 200);
  t.equal((await api.anonymous('GET', '/sub/api/health')).statusCode, 200);
  for (const url of ['/api/users', '/api/health', '/api/docs', '/', '/subapi/users']) {
    const answer = await api.admin('GET', url);
    t.equal(answer.statusCode, 404, url);
    isErrorBody(t, answer, url);
  }
  const docs = await api.anonymous('GET', '/sub/api/docs');
  t.match(docs.body, /src="\/sub\/api\/docs\/static\/swagger-ui-bundle\.js"/);
  const page = await api.admin('GET', '/sub/api/users?limit=1');
  t.match(page.headers.link, /^<\/sub\/api\/users\?limit=1&offset=1>/);
});

t.test('what is no HTTP gets an answer with a title', async (t) => {
  const api = await open(t);
  const address = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  const send = async (text: string): Promise<string> => {
    const socket = connect(Number(address.port), address.hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (data: string) => (answer += data));
    socket.write(text);
    await once(socket, 'close');
    return answer;
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
    const answer = await send(text);
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), JSON.stringify(text.slice(0, 60)));
    t.match(answer, /\r\nx-content-type-options: nosniff\r\n/i);
    t.match(answer, /\r\ncontent-security-policy: default-src 'none'; .*frame-ancestors 'none'/i);
    t.match(answer, /\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n/i);
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    if (body !== '') t.match(JSON.parse(body), { title: /./ });
  }
});

t.test('an unexpected fault is a 500 that tells only its request id', async (t) => {
  const api = await open(t, {
    dependencies: {
      results: undefined as never,
      checkQueue: () => Promise.reject(new Error('queue secret')),
    },
  });
  await api.sql.query('alter table users rename column ldap_id to something_else');
  const answer = await api.anonymous('POST', '/api/signin', {
    email: 'x@example.com',
    password: 'y',
  });
  t.equal(answer.statusCode, 500);
  isErrorBody(t, answer, 'fault');
  const { requestId, ...body } = answer.json<{ requestId: string }>();
  t.same(body, { title: 'Internal Server Error', code: 'internal' });
  t.equal(requestId, answer.headers['x-request-id']);
  t.ok(api.log().includes(requestId), 'the log has the cause under the same id');
  t.notMatch(api.log(), /x@example\.com/);
});

t.test('a key that stands twice is refused by its path, however it is spelled', async (t) => {
  const api = await openTestApi();
  t.teardown(() => api.close());
  const cases: [string, string][] = [
    ['{"name":"a","name":"b"}', 'name'],
    ['{"name":"a","role":"editor","n\\u0061me":"a"}', 'name'],
    ['{"data":{"host":"a","port":"1","host":"b"},"name":"x"}', 'data.host'],
    ['{"data":{"list":[{"a":1},{"b":[],"b":{}}]}}', 'data.list.1.b'],
    ['{"name":"a","__proto__":{},"__proto__":{}}', '__proto__'],
    ['{"":1,"":2}', ''],
    [`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1,`).join('')}"k7":2}`, 'k7'],
  ];
  for (const [body, path] of cases) {
    const answer = await api.admin('POST', '/api/connections', body);
    t.equal(answer.statusCode, 400, path);
    t.match(answer.json(), { code: 'repeated_key', errors: [{ path, message: /twice/ }] }, path);
  }
  const fine = [
    '{"name":"a","data":{"name":"b"}}',
    '{"name":"{\\"name\\":1,\\"name\\":2}","driver":"\\\\","x":["name","name"]}',
    '{"data":[{"name":1},{"name":2}],"name":"[{,"}',
  ];
  for (const body of fine) {
    t.not(
      (await api.admin('POST', '/api/connections', body)).json<{ code: string }>().code,
      'repeated_key',
      body,
    );
  }
  const broken = await api.admin('POST', '/api/connections', '{"name":1,"name":2');
  t.match(broken.json(), { code: 'malformed_body' }, 'what is no JSON is told first');
});

t.test('the look before parsing agrees with the parser, whatever the body', (t) => {
  const json = fc.jsonValue({ maxDepth: 6 });
  fc.assert(
    fc.property(json, (value) => {
      const text = Buffer.from(JSON.stringify(value));
      const { isTooDeep, repeated } = scanJson(text, 64);
      return !isTooDeep && repeated === null;
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      scanJson(Buffer.from(bytes), 8);
    }),
    { numRuns: 500 },
  );
  t.end();
});
