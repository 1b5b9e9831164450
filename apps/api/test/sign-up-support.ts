import type { Test } from 'tap';
import type { TestApi } from './support.js';
import { openApi } from './fixtures.js';

export const openSignUpApi = (t: Test, settings: Record<string, string> = {}): Promise<TestApi> =>
  openApi(t, { settings });

export const password = 'a password of my own';

export const signUp = (api: TestApi, body: Record<string, unknown>) =>
  api.anonymous('POST', '/api/signup', { password, passwordConfirmation: password, ...body });

export const resetPassword = (api: TestApi, id: string, body: Record<string, unknown>) =>
  api.anonymous('POST', `/api/password-reset/${encodeURIComponent(id)}`, {
    password,
    passwordConfirmation: password,
    ...body,
  });

export const maySignIn = async (api: TestApi, email: string, secret = password): Promise<boolean> =>
  (await api.anonymous('POST', '/api/signin', { email, password: secret })).statusCode === 200;

/** Adds a user without a password and returns the link. */
export const invite = async (
  api: TestApi,
  email: string,
): Promise<{ id: string; link: string }> => {
  const response = await api.admin('POST', '/api/users', { email, role: 'editor' });
  const { id, passwordResetId: link } = response.json<{ id: string; passwordResetId: string }>();
  return { id, link };
};
