import t from 'tap';
import { adminEmail, adminPassword } from './support.js';
import { openApi, signIn } from './fixtures.js';

t.test('cross-site requests are refused', async (t) => {
  const api = await openApi(t);
  const cookie = await signIn(api, adminEmail, adminPassword);
  const create = (headers: Record<string, string>) =>
    api.anonymous('POST', '/api/connections', {}, { cookie, host: 'sluice.example', ...headers });
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://sluice.example.evil.example' },
  ]) {
    const response = await create(headers);
    t.equal(response.statusCode, 403, JSON.stringify(headers));
    t.match(response.json(), { code: 'cross_origin' });
  }
  const line = /"method":"POST","route":"\/api\/connections","status":403,/g;
  t.equal(api.log().match(line)?.length, 5, 'each request is logged');
  const own = [
    {},
    { origin: 'http://sluice.example' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://public.example' },
  ];
  for (const headers of own)
    t.equal((await create(headers)).statusCode, 400, 'the request reaches the route');
  const form = await api.anonymous('POST', '/api/connections', 'name=x', {
    cookie,
    'content-type': 'application/x-www-form-urlencoded',
  });
  t.equal(form.statusCode, 400);
  t.match(form.json(), { code: 'unsupported_media_type' });
  const text = await api.anonymous('POST', '/api/connections', '{"name":"x"}', {
    cookie,
    'content-type': 'text/plain',
  });
  t.equal(text.statusCode, 400);
});

t.test('a page or link of another site cannot sign a user out', async (t) => {
  const api = await openApi(t);
  const cookie = await signIn(api, adminEmail, adminPassword);
  const host = 'sluice.example';
  const signOut = (headers: Record<string, string>) =>
    api.anonymous('GET', '/api/signout', undefined, { cookie, host, ...headers });
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const response = await signOut(headers);
    t.equal(response.statusCode, 403, JSON.stringify(headers));
    t.match(response.json(), { code: 'cross_origin' });
    const still = await api.anonymous('GET', '/api/drivers', undefined, { cookie });
    t.equal(still.statusCode, 200, 'the session is still open');
  }
  const own: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'https://sluice.example' },
  ];
  for (const headers of own) {
    const fresh = await signIn(api, adminEmail, adminPassword);
    t.equal((await signOut({ cookie: fresh, ...headers })).statusCode, 200, 'sign-out succeeds');
    const after = await api.anonymous('GET', '/api/drivers', undefined, { cookie: fresh });
    t.equal(after.statusCode, 401, JSON.stringify(headers));
  }
});
