import { routeAccess } from '@sluice/api';
import t from 'tap';
import { everyMethod, openIdleTelemetry } from './every-route.js';
import { adminEmail, adminPassword, openTestApi, sampleConnection } from './support.js';

const routes = Object.entries(routeAccess).map(([route, access]) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, access, url: path.replaceAll(/:\w+/g, 'x') };
});

t.test('a service that is mounted below the root', async (t) => {
  const telemetry = await openIdleTelemetry(t);
  const api = await openTestApi({
    settings: {
      ...everyMethod(),
      SERVICE_BASE_URL: '/sub',
      SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
    },
    dependencies: { telemetry },
    answer: () => ({ body: '{"schemas":[]}' }),
  });
  t.teardown(() => api.close());
  await api.admin('POST', '/sub/api/connections', { id: 'a', ...sampleConnection });
  await api.admin('POST', '/sub/api/connections', { id: 'b', ...sampleConnection });

  t.test('has every declared route there', async (t) => {
    for (const { method, path, access, url } of routes) {
      const route = `${method} /sub${path}`;
      t.ok(api.app.hasRoute({ method, url: `/sub${path}` }), route);
      const answer = await api.anonymous(method, `/sub${url}`, method === 'POST' ? {} : undefined);
      if (access === 'anyone') t.not(answer.statusCode, 404, route);
      else t.equal(answer.statusCode, 401, route);
    }
  });

  t.test('has nothing anywhere else, for nobody', async (t) => {
    for (const { method, url } of routes) {
      for (const outside of [url, `/subway${url}`, `/SUB${url}`, `/sub/sub${url}`]) {
        const answer = await api.admin(method, outside, method === 'POST' ? {} : undefined);
        t.equal(answer.statusCode, 404, `${method} ${outside}`);
        t.match(answer.json(), { title: 'Not found' });
      }
    }
    for (const file of ['/api/docs', '/api/docs/', '/api/docs/static/index.html']) {
      t.equal((await api.anonymous('GET', file)).statusCode, 404, file);
    }
  });

  t.test('says so wherever it names a path of its own', async (t) => {
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
