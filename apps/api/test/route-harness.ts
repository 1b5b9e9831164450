import type { Test } from 'tap';
import { everySignInMethod, openIdleTelemetry } from './every-route.js';
import { type ApiClient, editorEmail, editorPassword, type TestApi } from './support.js';
import { cookieOf, openApi } from './fixtures.js';

/** Principals that send each request; `owner` owns the resource or may use it. */
export const principalNames = [
  'anonymous',
  'owner',
  'other',
  'admin',
  'editor token',
  'admin token',
  'disabled',
] as const;

type PrincipalName = (typeof principalNames)[number];

const tokenSecret = 'a-secret-of-at-least-32-characters-0';

export interface Harness {
  api: TestApi;
  ownerId: string;
  as: Record<PrincipalName, ApiClient>;
}

export async function openHarness(t: Test): Promise<Harness> {
  const telemetry = await openIdleTelemetry(t);
  const api = await openApi(t, {
    settings: {
      SERVICE_SERVICE_TOKEN_SECRET: tokenSecret,
      SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: 'false',
      SERVICE_PUBLIC_LINKS: 'true',
      ...everySignInMethod(),
    },
    dependencies: { telemetry },
    workerResponse: ({ kind }) =>
      kind === 'open-client' ? { error: refusedByDatabase } : { body: '{"schemas":[]}' },
  });
  await api.sql.query(`insert into workers (id, hostname, pid, lease_expires_at)
    values ('w', 'h', 1, now() + interval '1 hour')`);
  const addPerson = async (email: string) => {
    await api.addUser({ email, role: 'editor', password: editorPassword });
    return api.as(email, editorPassword);
  };
  const token = async (role: string): Promise<ApiClient> => {
    const made = await api.admin('POST', '/api/service-tokens', { name: role, role });
    const authorization = `Bearer ${made.json<{ token: string }>().token}`;
    return (method, url, body, headers) =>
      api.anonymous(method, url, body, { authorization, ...headers });
  };
  const disabled = await signedInAndDisabled(api);
  const [owner] = await api.sql.query<{ id: string }>(
    `select id from users where email = '${editorEmail}'`,
  );
  const ownerId = owner?.id ?? '';
  await api.admin('POST', '/api/connections', { ...connection, id: 'c' });
  await api.admin('POST', '/api/connection-accesses', { connectionId: 'c', userId: ownerId });
  return {
    api,
    ownerId,
    as: {
      anonymous: api.anonymous,
      owner: api.editor,
      other: await addPerson('other@example.com'),
      admin: api.admin,
      'editor token': await token('editor'),
      'admin token': await token('admin'),
      disabled,
    },
  };
}

/** Uses a session cookie, because each password request would count as a failed sign-in. */
async function signedInAndDisabled(api: TestApi): Promise<ApiClient> {
  const email = 'disabled@example.com';
  await api.addUser({ email, role: 'admin', password: editorPassword });
  const signedIn = await api.anonymous('POST', '/api/signin', { email, password: editorPassword });
  const cookie = cookieOf(signedIn.headers);
  await api.sql.query(`update users set disabled = true where email = '${email}'`);
  return (method, url, body, headers) => api.anonymous(method, url, body, { cookie, ...headers });
}

const refusedByDatabase = { code: 'connect_failed', title: 'refused' };

export const connection = {
  name: 'C',
  driver: 'postgres',
  data: { host: 'h', database: 'd', username: 'u', password: 'p' },
};
