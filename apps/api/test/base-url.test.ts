import { routeAccess } from '@sluice/api';
import t from 'tap';
import { everySignInMethod, openIdleTelemetry } from './every-route.js';
import { adminEmail, adminPassword, sampleConnection } from './support.js';
import { openApi } from './fixtures.js';

const routes = Object.entries(routeAccess).map(([route, { access }]) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, access, url: path.replaceAll(/:\w+/g, 'x') };
});

t.test('a service mounted under a path prefix', async (t) => {
  const telemetry = await openIdleTelemetry(t);
  const api = await openApi(t, {
    settings: {
      ...everySignInMethod(),
      SERVICE_BASE_URL: '/sub',
      SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
    },
    dependencies: { telemetry },
    workerResponse: () => ({ body: '{"schemas":[]}' }),
  });
  await api.admin('POST', '/sub/api/connections', { id: 'a', ...sampleConnection });
  await api.admin('POST', '/sub/api/connections', { id: 'b', ...sampleConnection });

  t.test('serves every declared route under the prefix', async (t) => {
    for (const { method, path, access, url } of routes) {
      const route = `${method} /sub${path}`;
      t.ok(api.app.hasRoute({ method, url: `/sub${path}` }), route);
      const response = await api.anonymous(
        method,
        `/sub${url}`,
        method === 'POST' ? {} : undefined,
      );
      // A link does not exist for a request without its cookie.
      if (path.startsWith('/api/links/:id')) t.equal(response.statusCode, 404, route);
      else if (access === 'anyone') t.not(response.statusCode, 404, route);
      else t.equal(response.statusCode, 401, route);
    }
  });

  t.test('serves nothing outside of the prefix', async (t) => {
    for (const { method, url } of routes) {
      for (const outside of [url, `/subway${url}`, `/SUB${url}`, `/sub/sub${url}`]) {
        const response = await api.admin(method, outside, method === 'POST' ? {} : undefined);
        t.equal(response.statusCode, 404, `${method} ${outside}`);
        t.match(response.json(), { title: 'Not found' });
      }
    }
    for (const file of ['/api/docs', '/api/docs/', '/api/docs/static/index.html']) {
      t.equal((await api.anonymous('GET', file)).statusCode, 404, file);
    }
  });

  t.test('uses the prefix in links, redirects, cookies and documents', async (t) => {
    const get = (url: string) => api.admin('GET', url);
    const page = (await get('/sub/api/connections?limit=1')).headers.link;
    t.match(page, /^<\/sub\/api\/connections\?limit=1&offset=1>; rel="next"$/);
    const deprecated = (await get('/sub/api/schema-info/a')).headers.link;
    t.match(deprecated, '</sub/api/connections/a/schema>; rel="successor-version"');
    t.match(deprecated, '</sub/api/docs>; rel="deprecation"');
    t.match((await get('/sub/api/openapi.json')).json(), { servers: [{ url: '/sub' }] });
    t.match((await get('/sub/api/app')).json(), { config: { baseUrl: '/sub' } });
    const docs = (await get('/sub/api/docs/')).body;
    for (const [, address = ''] of docs.matchAll(/(?:href|src)="([^"]+)"/g)) {
      t.match(address, /^(\/sub\/|\.\/)/, address);
      const url = new URL(address, 'http://x/sub/api/docs/').pathname;
      t.equal((await api.anonymous('GET', url)).statusCode, 200, url);
    }
    const signedIn = await api.anonymous('POST', '/sub/api/signin', {
      email: adminEmail,
      password: adminPassword,
    });
    t.match(String(signedIn.headers['set-cookie']), /; Path=\/sub;/);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const failed of [
      api.anonymous('GET', '/sub/auth/oauth/callback?error=access_denied'),
      api.anonymous('GET', '/sub/auth/oidc'),
      api.anonymous('POST', '/sub/login/callback', 'SAMLResponse=none', form),
    ]) {
      t.match((await failed).headers.location, /^\/sub\/signin\?error=/);
    }
    const sent = (await api.anonymous('GET', '/sub/auth/oauth')).headers.location ?? '';
    const callback = new URL(sent).searchParams.get('redirect_uri');
    t.equal(callback, 'http://127.0.0.1:3000/sub/auth/oauth/callback');
  });
});
