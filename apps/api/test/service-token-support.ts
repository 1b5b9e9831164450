import type { Test } from 'tap';
import type { TestApi } from './support.js';
import { openApi } from './fixtures.js';

export const secret = 'a-secret-of-at-least-32-characters-0';

export const secretKey = new TextEncoder().encode(secret);

export interface CreatedToken {
  id: string;
  token: string;
  role: string;
  duration: number | null;
  expiryDate: string | null;
  maskedToken: string;
}

export const openTokenApi = (t: Test, settings: Record<string, string> = {}): Promise<TestApi> =>
  openApi(t, {
    settings: { SERVICE_SERVICE_TOKEN_SECRET: secret, ...settings },
  });

export const createToken = async (
  api: TestApi,
  body: Record<string, unknown> = {},
): Promise<CreatedToken> => {
  const response = await api.admin('POST', '/api/service-tokens', {
    name: 'ci',
    role: 'editor',
    ...body,
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
};

export const by =
  (api: TestApi, token: string) =>
  (method: string, url: string, body?: Record<string, unknown>, headers = {}) =>
    api.anonymous(method, url, body, { authorization: `Bearer ${token}`, ...headers });

export const partOf = (token: string, index: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
