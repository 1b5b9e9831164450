import t from 'tap';
import { openApi } from './fixtures.js';

t.test('every response has the security headers', async (t) => {
  const api = await openApi(t);
  const responses = [
    await api.anonymous('GET', '/api/health'),
    await api.anonymous('GET', '/api/nothing'),
    await api.anonymous('GET', '/%zz'),
    await api.anonymous('GET', '/api/users'),
    await api.admin('POST', '/api/connections', '['),
    await api.anonymous('GET', '/api/docs'),
  ];
  for (const { headers, request } of responses.map((response) => ({
    headers: response.headers,
    request: response.raw.req.url ?? '',
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

t.test(
  'responses have an entity tag, return 304 when unchanged, and are compressed when large',
  async (t) => {
    const api = await openApi(t);
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
    t.equal(missing.statusCode, 404, 'an error never returns 304');
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
  },
);
