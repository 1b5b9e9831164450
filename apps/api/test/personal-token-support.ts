import type { CreatedPersonalToken } from '@sluice/contracts';
import type { ApiClient, TestApi } from './support.js';

/** Creates a personal token of the user behind `as`. @throws Error when the request is refused */
export async function createPersonalToken(
  as: ApiClient,
  body: Record<string, unknown>,
): Promise<CreatedPersonalToken> {
  const made = await as('POST', '/api/tokens', { name: `token ${Math.random()}`, ...body });
  if (made.statusCode !== 200) throw new Error(made.body);
  return made.json();
}

/** Sends requests with a bearer token. */
export const withToken =
  (api: TestApi, token: string): ApiClient =>
  (method, url, body, headers) =>
    api.anonymous(method, url, body, { authorization: `Bearer ${token}`, ...headers });

/** Creates a personal token and returns a client that uses it. */
export const tokenClient = async (
  api: TestApi,
  as: ApiClient,
  body: Record<string, unknown>,
): Promise<ApiClient> => withToken(api, (await createPersonalToken(as, body)).token);
