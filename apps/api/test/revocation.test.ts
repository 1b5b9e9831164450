import { until } from '@sluice/testkit';
import t from 'tap';
import { adminEmail, adminPassword, type ApiClient, basic } from './support.js';
import { cookieOf, openApi } from './fixtures.js';

const password = 'a password of some length';
const otherPassword = 'yet another password';
/** Both processes share these settings, so tokens and cookies of one are valid in the other. */
const settings = {
  SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
  SERVICE_COOKIE_SECRET: 'another-secret-of-32-characters-00',
  SERVICE_AUTH_PROXY_ENABLED: 'true',
  SERVICE_AUTH_PROXY_HEADERS: 'email:X-EMAIL',
  SERVICE_TRUST_PROXY: '127.0.0.1',
};

/** A principal whose credential an admin or the principal revokes. */
interface Revocable {
  id: string;
  email: string;
  headers: Record<string, string>;
  tokenId?: string;
}

/** How a credential is revoked, and the status of the next request. */
interface Case {
  title: string;
  by: 'password' | 'session' | 'token' | 'personal token' | 'proxy';
  end(admin: ApiClient, revocable: Revocable): Promise<{ statusCode: number }>;
  status: 401 | 403;
}

const disable: Case['end'] = (admin, { id }) =>
  admin('PUT', `/api/users/${id}`, { disabled: true });
const remove: Case['end'] = (admin, { id }) => admin('DELETE', `/api/users/${id}`);
const demote: Case['end'] = (admin, { id }) => admin('PUT', `/api/users/${id}`, { role: 'editor' });

const cases: Case[] = [
  { title: 'a disabled user, by password', by: 'password', end: disable, status: 401 },
  { title: 'a deleted user, by password', by: 'password', end: remove, status: 401 },
  { title: 'a demoted admin, by password', by: 'password', end: demote, status: 403 },
  {
    title: 'a changed password',
    by: 'password',
    end: (_admin, { id, headers }) =>
      call(headers)('PUT', `/api/users/${id}`, {
        password: otherPassword,
        currentPassword: password,
      }),
    status: 401,
  },
  { title: 'a disabled user, by session', by: 'session', end: disable, status: 401 },
  { title: 'a deleted user, by session', by: 'session', end: remove, status: 401 },
  { title: 'a demoted admin, by session', by: 'session', end: demote, status: 401 },
  {
    title: 'ended sessions',
    by: 'session',
    end: (admin, { id }) => admin('DELETE', `/api/users/${id}/sessions`),
    status: 401,
  },
  { title: 'a disabled user, by proxy', by: 'proxy', end: disable, status: 401 },
  { title: 'a deleted user, by proxy', by: 'proxy', end: remove, status: 401 },
  { title: 'a demoted admin, by proxy', by: 'proxy', end: demote, status: 403 },
  {
    title: 'a deleted token',
    by: 'token',
    end: (admin, { id }) => admin('DELETE', `/api/service-tokens/${id}`),
    status: 401,
  },
  { title: 'a disabled user, by personal token', by: 'personal token', end: disable, status: 401 },
  { title: 'a deleted user, by personal token', by: 'personal token', end: remove, status: 401 },
  { title: 'a demoted admin, by personal token', by: 'personal token', end: demote, status: 403 },
  {
    title: 'a deleted personal token',
    by: 'personal token',
    end: (admin, { tokenId }) => admin('DELETE', `/api/tokens/${tokenId}`),
    status: 401,
  },
];

let call: (headers: Record<string, string>) => ApiClient;

t.test('a revoked credential is refused with the next request', async (t) => {
  const api = await openApi(t, { settings });
  const { database } = api;
  const otherProcess = await openApi(t, { settings, dependencies: { database } });
  call = (own) => (method, url, body, headers) =>
    api.anonymous(method, url, body, { ...own, ...headers });
  const admin = call({ authorization: basic(adminEmail, adminPassword) });

  const make = async (by: Case['by'], email: string): Promise<Revocable> => {
    if (by === 'token') {
      const made = await admin('POST', '/api/service-tokens', { name: email, role: 'admin' });
      const { id, token } = made.json<{ id: string; token: string }>();
      return { id, email, headers: { authorization: `Bearer ${token}` } };
    }
    const id = await api.addUser({ email, role: 'admin', password });
    if (by === 'proxy') return { id, email, headers: { 'x-email': email } };
    const headers = { authorization: basic(email, password) };
    if (by === 'password') return { id, email, headers };
    if (by === 'personal token') {
      const body = { name: 'ci', scopes: ['admin'] };
      const made = await api.anonymous('POST', '/api/tokens', body, headers);
      const { id: tokenId, token } = made.json<{ id: string; token: string }>();
      return { id, email, tokenId, headers: { authorization: `Bearer ${token}` } };
    }
    const signedIn = await api.anonymous('POST', '/api/signin', { email, password });
    const cookie = cookieOf(signedIn.headers);
    return { id, email, headers: { cookie } };
  };

  for (const [index, { title, by, end, status }] of cases.entries()) {
    const revocable = await make(by, `user-${index}@example.com`);
    const ask = async (caller: ApiClient): Promise<number> =>
      (await caller('GET', '/api/audit', undefined, revocable.headers)).statusCode;
    t.same(
      [await ask(otherProcess.anonymous), await ask(api.anonymous)],
      [200, 200],
      `${title}: before`,
    );
    t.equal((await end(admin, revocable)).statusCode, 200, `${title}: revoked`);
    t.equal(await ask(api.anonymous), status, `${title}: the next request`);
    await until(
      `${title}: in another process`,
      async () => (await ask(otherProcess.anonymous)) === status,
      1_200,
    );
  }
});
