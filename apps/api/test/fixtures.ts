import type { Test } from 'tap';
import { openTestApi, type TestApi, type TestApiOptions } from './support.js';

/** Opens an API. The test's teardown closes it. */
export async function openApi(t: Test, options: TestApiOptions = {}): Promise<TestApi> {
  const api = await openTestApi(options);
  t.teardown(() => api.close());
  return api;
}

/** Returns the last cookie that a response sets, in the form that a request sends. */
export const cookieOf = ({ 'set-cookie': set }: Record<string, unknown>): string =>
  String([set].flat().at(-1)).split(';')[0] ?? '';

/**
 * Signs in with a password and returns the session cookie.
 *
 * @throws Error when the sign-in is refused
 */
export async function signIn(api: TestApi, email: string, password: string): Promise<string> {
  const response = await api.anonymous('POST', '/api/signin', { email, password });
  if (response.statusCode !== 200) throw new Error(response.body);
  return cookieOf(response.headers);
}

/**
 * Returns the id of the user with an e-mail address.
 *
 * @throws Error when there is none
 */
export async function userIdOf({ sql }: TestApi, email: string): Promise<string> {
  const [row] = await sql.query<{ id: string }>('select id from users where email = $1', [email]);
  if (row === undefined) throw new Error(`${email} is not a user`);
  return row.id;
}

/** Inserts a connection `c` that no test connects to. */
export const insertConnection = ({ sql }: TestApi): Promise<unknown> =>
  sql.query(`insert into connections (id, name, driver, encrypted_data)
    values ('c', 'Sales', 'postgres', '')`);
