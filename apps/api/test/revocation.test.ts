import { until } from '@sluice/testkit';
import t from 'tap';
import { adminEmail, adminPassword, basic, openTestApi, type Caller } from './support.js';

const password = 'a password of some length';
const otherPassword = 'yet another password';
/** The same in both processes: a token and a cookie of one are good for the other. */
const settings = {
  SERVICE_SERVICE_TOKEN_SECRET: 'a-secret-of-at-least-32-characters-0',
  SERVICE_COOKIE_SECRET: 'another-secret-of-32-characters-00',
  SERVICE_AUTH_PROXY_ENABLED: 'true',
  SERVICE_AUTH_PROXY_HEADERS: 'email:X-EMAIL',
  SERVICE_TRUST_PROXY: '127.0.0.1',
};

/** A principal that an admin or the principal ends. */
interface Revocable {
  id: string;
  email: string;
  headers: Record<string, string>;
}

/** How one way to authenticate is ended, and the status of the request after it. */
interface Case {
  what: string;
  by: 'password' | 'session' | 'token' | 'proxy';
  end(admin: Caller, revocable: Revocable): Promise<{ statusCode: number }>;
  status: 401 | 403;
}

const disable: Case['end'] = (admin, { id }) =>
  admin('PUT', `/api/users/${id}`, { disabled: true });
const remove: Case['end'] = (admin, { id }) => admin('DELETE', `/api/users/${id}`);
const demote: Case['end'] = (admin, { id }) => admin('PUT', `/api/users/${id}`, { role: 'editor' });

const cases: Case[] = [
  { what: 'a disabled user, by password', by: 'password', end: disable, status: 401 },
  { what: 'a deleted user, by password', by: 'password', end: remove, status: 401 },
  { what: 'a demoted admin, by password', by: 'password', end: demote, status: 403 },
  {
    what: 'a changed password',
    by: 'password',
    end: (_admin, { id, headers }) =>
      call(headers)('PUT', `/api/users/${id}`, {
        password: otherPassword,
        currentPassword: password,
      }),
    status: 401,
  },
  { what: 'a disabled user, by session', by: 'session', end: disable, status: 401 },
  { what: 'a deleted user, by session', by: 'session', end: remove, status: 401 },
  { what: 'a demoted admin, by session', by: 'session', end: demote, status: 401 },
  {
    what: 'ended sessions',
    by: 'session',
    end: (admin, { id }) => admin('DELETE', `/api/users/${id}/sessions`),
    status: 401,
  },
  { what: 'a disabled user, by proxy', by: 'proxy', end: disable, status: 401 },
  { what: 'a deleted user, by proxy', by: 'proxy', end: remove, status: 401 },
  { what: 'a demoted admin, by proxy', by: 'proxy', end: demote, status: 403 },
  {
    what: 'a deleted token',
    by: 'token',
    end: (admin, { id }) => admin('DELETE', `/api/service-tokens/${id}`),
    status: 401,
  },
];

let call: (headers: Record<string, string>) => Caller;

t.test('a revoked credential is refused with the next request', async (t) => {
  const api = await openTestApi({ settings });
  t.teardown(() => api.close());
  const { database } = api;
  const elsewhere = await openTestApi({ settings, dependencies: { database } });
  t.teardown(() => elsewhere.close());
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
    if (by === 'password') return { id, email, headers: { authorization: basic(email, password) } };
    const signedIn = await api.anonymous('POST', '/api/signin', { email, password });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    return { id, email, headers: { cookie } };
  };

  for (const [index, { what, by, end, status }] of cases.entries()) {
    const revocable = await make(by, `someone-${index}@example.com`);
    const ask = async (caller: Caller): Promise<number> =>
      (await caller('GET', '/api/audit', undefined, revocable.headers)).statusCode;
    t.same(
      [await ask(elsewhere.anonymous), await ask(api.anonymous)],
      [200, 200],
      `${what}: before`,
    );
    t.equal((await end(admin, revocable)).statusCode, 200, `${what}: ended`);
    t.equal(await ask(api.anonymous), status, `${what}: the next request`);
    await until(
      `${what}: in another process`,
      async () => (await ask(elsewhere.anonymous)) === status,
      1_200,
    );
  }
});
