import { once } from 'node:events';
import { request } from 'node:http';
import { loadApiConfig } from '@sluice/config';
import t from 'tap';
import { problemsOf } from './support.js';
import { openProxyApi, proxySettings, usersWhere } from './auth-proxy-support.js';

t.test('a duplicate or invalid identity header returns 400 and is named', async (t) => {
  const api = await openProxyApi(t);
  const email = { 'x-email': 'ann@example.com' };
  const wrong: [string, Record<string, string>][] = [
    ['x-email', { 'x-email': 'ann' }],
    ['x-email', { 'x-email': 'a@b@c' }],
    ['x-email', { 'x-email': 'ann@example.com, admin@example.com' }],
    ['x-email', { 'x-email': `${'a'.repeat(320)}@example.com` }],
    ['x-email', { 'x-email': 'ann@ex\u00e4mple.com' }],
    ['x-role', { ...email, 'x-role': 'owner' }],
    ['x-role', { ...email, 'x-role': 'Admin' }],
    ['x-id', { ...email, 'x-id': '__EVERYONE__' }],
    ['x-id', { ...email, 'x-id': 'noauth' }],
    ['x-id', { ...email, 'x-id': 'a/../b' }],
    ['x-id', { ...email, 'x-id': 'x'.repeat(129) }],
    ['x-name', { ...email, 'x-name': '\u00ff\u00fe' }],
    ['x-tenant', { ...email, 'x-tenant': 'a\u0080' }],
  ];
  for (const [name, headers] of wrong) {
    const response = await api.anonymous('GET', '/api/users', undefined, headers);
    t.equal(response.statusCode, 400, JSON.stringify(headers).slice(0, 60));
    t.match(response.json(), { code: 'bad_request', errors: [{ path: name }] });
  }
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const raw = async (headers: string[]): Promise<number | undefined> => {
    // Names and values alternate.
    const sent = request(`${url}/api/users`, { headers });
    sent.end();
    const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
    response.resume();
    return response.statusCode;
  };
  const host = ['host', 'localhost'];
  const ann = ['X-EMAIL', 'ann@example.com'];
  t.equal(await raw([...host, ...ann]), 200);
  t.equal(await raw([...host, ...ann, 'x-email', 'ann@example.com']), 400);
  t.equal(await raw([...host, ...ann, 'x-email', '']), 400, 'also if one of them is empty');
  t.equal(await raw([...host, ...ann, 'X-Role', 'editor', 'X-ROLE', 'admin']), 400);
  t.equal((await usersWhere(api, `role = 'admin'`)).length, 1);
});

t.test(
  'invalid header mappings prevent the start; an empty list of trusted proxies logs a warning',
  async (t) => {
    const load = (settings: Record<string, string>) =>
      loadApiConfig({
        DATABASE_URL: 'postgres://127.0.0.1/x',
        SERVICE_PASSPHRASE: 'a passphrase of more than 32 characters',
        SERVICE_COOKIE_SECRET: 'another secret of more than 32 characters',
        ...proxySettings,
        ...settings,
      });
    for (const mappings of [
      '',
      'id:X-ID',
      'email:X-EMAIL data.__proto__:X-P',
      'email:X-EMAIL data.__proto__.x:X-P',
      'email:X-EMAIL data.constructor:X-P',
      'email:X-EMAIL data.prototype:X-P',
      `email:X-EMAIL data.${'a'.repeat(65)}:X-P`,
      'email:X-EMAIL data.a-b:X-P',
      'email:X-EMAIL data.:X-P',
      'email:X-EMAIL passwordHash:X-P',
      'email:X-EMAIL __proto__:X-P',
      'email:X-EMAIL email:X-OTHER',
      'email:X-EMAIL role',
      'email:',
      'email:X-EMAIL name:X(NAME)',
    ]) {
      const start = () => load({ SERVICE_AUTH_PROXY_HEADERS: mappings });
      t.same(new Set(problemsOf(start)), new Set(['SERVICE_AUTH_PROXY_HEADERS']), mappings);
    }
    t.same(load({}).warnings, []);
    t.match(load({ SERVICE_TRUST_PROXY: '' }).warnings, [/SERVICE_TRUST_PROXY is empty/]);
  },
);
