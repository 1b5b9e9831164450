import { randomUUID } from 'node:crypto';
import { routeAccess } from '@sluice/api';
import { definitions } from '@sluice/drivers/definitions';
import t from 'tap';
import type { ApiClient } from './support.js';
import { cookieOf, openApi } from './fixtures.js';

const secretSettings = {
  SERVICE_PASSPHRASE: `canary-passphrase-${randomUUID()}`,
  SERVICE_COOKIE_SECRET: `canary-cookie-${randomUUID()}`,
  SERVICE_SERVICE_TOKEN_SECRET: `canary-token-${randomUUID()}`,
  SERVICE_OAUTH_CLIENT_SECRET: `canary-oauth-${randomUUID()}`,
  SERVICE_OIDC_CLIENT_SECRET: `canary-oidc-${randomUUID()}`,
  SERVICE_LDAP_PASSWORD: `canary-ldap-${randomUUID()}`,
};

t.test('no GET response and no log line contains a secret, for any principal', async (t) => {
  const api = await openApi(t, {
    settings: {
      ...secretSettings,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      SERVICE_PUBLIC_LINKS: 'true',
      SERVICE_OAUTH_CLIENT_ID: 'client',
      SERVICE_OIDC_CLIENT_ID: 'client',
      // Nothing listens on this port, so the sign-in redirects back with an error code.
      SERVICE_OIDC_ISSUER: 'http://127.0.0.1:1',
      SERVICE_LDAP_URL: 'ldap://127.0.0.1:1',
      SERVICE_LDAP_BIND_DN: 'cn=reader',
      SERVICE_LDAP_SEARCH_BASE: 'dc=example',
      SERVICE_LDAP_SEARCH_FILTER: '(uid={{username}})',
    },
    workerResponse: () => ({
      error: { status: 400, title: 'The database is unavailable', code: 'connect_failed' },
    }),
  });
  const canaries = new Map<string, string>(Object.entries(secretSettings));
  const made = async (url: string, body: Record<string, unknown>) => {
    const response = await api.admin('POST', url, body);
    t.equal(response.statusCode, 200, `${url} ${response.body.slice(0, 200)}`);
    return response.json<Record<string, string>>();
  };

  // Every secret field of every driver.
  const connectionIds: string[] = [];
  for (const { id: driver, fields } of definitions) {
    const id = `of-${driver}`;
    const secrets = fields.filter(({ secret }) => secret === true).map(({ key }) => key);
    const data = Object.fromEntries(secrets.map((key) => [key, `canary-${driver}-${key}`]));
    for (const [key, value] of Object.entries(data)) canaries.set(`${driver}.${key}`, value);
    const encrypted = api.cipher.encrypt({ host: 'db.example.com', ...data }, `connections/${id}`);
    await api.sql.query(
      'insert into connections (id, name, driver, encrypted_data) values ($1, $1, $2, $3)',
      [id, driver, Buffer.from(encrypted)],
    );
    canaries.set(`cipher text of ${driver}`, Buffer.from(encrypted).toString('base64'));
    connectionIds.push(id);
  }
  t.ok(canaries.size > 12, 'the crawl knows the secrets');

  const password = `canary-password-${randomUUID()}`;
  canaries.set('password', password);
  const user = await made('/api/users', { email: 'a@example.com', role: 'admin', password });
  const invited = await made('/api/users', { email: 'b@example.com', role: 'editor' });
  const token = await made('/api/service-tokens', { name: 'ci', role: 'editor' });
  canaries.set('service token', token['token'] ?? '');
  const personal = await api.admin('POST', '/api/tokens', { name: 'ci', scopes: ['sql:run'] });
  canaries.set('personal token', personal.json<{ token: string }>().token);
  const signedIn = await api.anonymous('POST', '/api/signin', { email: 'a@example.com', password });
  const cookie = cookieOf(signedIn.headers);
  canaries.set('session', decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '');
  const rows = await api.sql.query<{ secret: string }>(
    `select password_hash as secret from users where password_hash is not null
     union all select password_reset_nonce from users where password_reset_nonce is not null
     union all select id_hash from sessions`,
  );
  rows.forEach(({ secret }, index) => canaries.set(`row ${index}`, secret));
  t.ok(rows.length >= 4);

  const batch = (
    await api.editor('POST', '/api/batches', { connectionId: 'of-postgres', batchText: 'select 1' })
  ).json<{ id: string; statements: { id: string }[] }>();
  // Otherwise its event stream would not end.
  await api.editor('PUT', `/api/batches/${batch.id}/cancel`);
  const linkPassword = `canary-link-${randomUUID()}`;
  const link = await made(`/api/batches/${batch.id}/links`, {
    expiresInSeconds: 600,
    password: linkPassword,
  });
  const linkToken = link['url']?.split('/').at(-1) ?? '';
  canaries.set('password of a link', linkPassword);
  canaries.set('token of a link', linkToken);
  const visit = { token: linkToken, password: linkPassword };
  t.equal((await api.anonymous('POST', '/api/links/open', visit)).statusCode, 200);
  const query = await made('/api/queries', { name: 'Q', queryText: 'select 1' });
  const draftId = randomUUID();
  await api.admin('PUT', `/api/drafts/${draftId}`, { version: 0, text: 'select 1' });
  const access = await api.admin('GET', '/api/connection-accesses');
  const idsOf: [RegExp, string[]][] = [
    [/^\/api\/batches\//, [batch.id]],
    [/^\/(api\/statements|statement-results)\//, batch.statements.map(({ id }) => id)],
    [/^\/api\/connection-accesses\//, access.json<{ id: number }[]>().map(({ id }) => String(id))],
    [/^\/api\/connection-clients\//, [randomUUID()]],
    [/^\/api\/(connections|schema-info)\//, connectionIds],
    [/^\/api\/drafts\//, [draftId]],
    [/^\/api\/links\//, [link['id'] ?? '']],
    [/^\/api\/queries\//, [query['id'] ?? '']],
    [/^\/api\/users\//, [user['id'] ?? '', invited['id'] ?? '']],
  ];
  const urls = Object.keys(routeAccess)
    .filter((route) => route.startsWith('GET '))
    .map((route) => route.slice('GET '.length))
    .flatMap((path) => {
      if (!path.includes(':')) return [path];
      const ids = idsOf.find(([pattern]) => pattern.test(path))?.[1] ?? [];
      t.ok(ids.length > 0, `${path} has a resource to read`);
      return ids.map((id) =>
        path
          .replace(/:\w+/, id)
          .replace(':number', '1')
          .replace(':statementId', batch.statements[0]?.id ?? ''),
      );
    });

  const callers: [string, ApiClient][] = [
    ['admin', api.admin],
    ['editor', api.editor],
    ['anonymous', api.anonymous],
    [
      'token',
      (...[method, url]) =>
        api.anonymous(method, url, undefined, {
          authorization: `Bearer ${token['token'] ?? ''}`,
        }),
    ],
    ['session', (...[method, url]) => api.anonymous(method, url, undefined, { cookie })],
  ];
  const statuses = new Map<number, number>();
  for (const [principal, ask] of callers) {
    // Sign-out comes last because it ends the session.
    for (const url of [...urls].sort(
      (a, b) => Number(/signout/.test(a)) - Number(/signout/.test(b)),
    )) {
      const response = await ask('GET', url);
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      const received = `${JSON.stringify(response.headers)}\n${response.body}`;
      for (const [secretName, canary] of canaries) {
        if (received.includes(canary)) t.fail(`${principal} receives ${secretName} from ${url}`);
      }
      const invitation = invited['passwordResetId'] ?? '';
      if (principal !== 'admin' && principal !== 'session' && received.includes(invitation)) {
        t.fail(`${principal} receives an invitation link from ${url}`);
      }
    }
  }
  t.ok((statuses.get(200) ?? 0) > 60, 'the crawl has read the service');
  const log = api.log();
  t.ok(log.length > 10_000);
  for (const [secretName, canary] of canaries)
    t.notOk(log.includes(canary), `${secretName} is not logged`);
  t.notOk(log.includes(invited['passwordResetId'] ?? ''), 'the invitation link is not logged');
});
