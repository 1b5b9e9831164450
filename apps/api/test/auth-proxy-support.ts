import type { Test } from 'tap';
import type { TestApi } from './support.js';
import { openApi } from './fixtures.js';

export const proxySettings = {
  SERVICE_AUTH_PROXY_ENABLED: 'true',
  SERVICE_AUTH_PROXY_AUTO_SIGN_UP: 'true',
  SERVICE_AUTH_PROXY_HEADERS:
    'email:X-EMAIL id:X-ID name:X-NAME role:X-ROLE data.tenant:X-TENANT data.team_1:X-TEAM',
  SERVICE_TRUST_PROXY: '127.0.0.1 2001:db8::/32',
};

export const openProxyApi = (t: Test, settings: Record<string, string> = {}): Promise<TestApi> =>
  openApi(t, { settings: { ...proxySettings, ...settings } });

/** Returns the principal of a request with these headers; null if it is anonymous. */
export const principalOf = async (
  api: TestApi,
  headers: Record<string, string>,
  remoteAddress = '127.0.0.1',
): Promise<Record<string, unknown> | null> => {
  const options = { method: 'GET', url: '/api/app', headers, remoteAddress } as const;
  const response = await api.app.inject(options);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json<{ currentUser?: Record<string, unknown> }>().currentUser ?? null;
};

export const statusOf = async (api: TestApi, headers: Record<string, string>): Promise<number> =>
  (await api.anonymous('GET', '/api/users', undefined, headers)).statusCode;

export const usersWhere = (api: TestApi, where: string) =>
  api.sql.query<Record<string, unknown>>(`select * from users where ${where}`);
