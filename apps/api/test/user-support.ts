import type { ApiClient, TestApi } from './support.js';

export interface UserBody {
  id: string;
  email: string;
  name: string | null;
  role: string;
  passwordResetId: string | null;
  origin: string;
  disabled: boolean;
  data: Record<string, unknown>;
}

export const createUser = async (
  caller: ApiClient,
  body: Record<string, unknown>,
): Promise<UserBody> => {
  const response = await caller('POST', '/api/users', { role: 'editor', ...body });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
};

export const statusBy = async (api: TestApi, cookie: string): Promise<number> =>
  (await api.anonymous('GET', '/api/drivers', undefined, { cookie })).statusCode;
