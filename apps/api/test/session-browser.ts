import type { Session } from '@sluice/contracts';
import { editorEmail, editorPassword, type TestApi } from './support.js';
import { cookieOf } from './fixtures.js';

export const tokenSecret = 'a-secret-of-at-least-32-characters-0';

/** A signed-in browser. */
interface Browser {
  cookie: string;
  ask(method: string, url: string, body?: Record<string, unknown>): ReturnType<TestApi['editor']>;
  sessions(): Promise<Session[]>;
  /** Returns the public id of its session. */
  id(): Promise<string>;
  isSignedIn(): Promise<boolean>;
}

export async function openBrowser(
  api: TestApi,
  { email = editorEmail, userAgent }: { email?: string; userAgent?: string } = {},
): Promise<Browser> {
  const body = { email, password: editorPassword };
  const headers = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const response = await api.anonymous('POST', '/api/signin', body, headers);
  if (response.statusCode !== 200) throw new Error(response.body);
  return browserOf(api, cookieOf(response.headers));
}

export function browserOf(api: TestApi, cookie: string): Browser {
  const ask: Browser['ask'] = (method, url, sent) => api.anonymous(method, url, sent, { cookie });
  const sessions = async () => (await ask('GET', '/api/sessions')).json<Session[]>();
  return {
    cookie,
    ask,
    sessions,
    id: async () => (await sessions()).find(({ isCurrent }) => isCurrent)?.id ?? '',
    isSignedIn: async () => (await ask('GET', '/api/drivers')).statusCode === 200,
  };
}

export const addOther = (api: TestApi): Promise<string> =>
  api.addUser({ email: 'other@example.com', role: 'editor', password: editorPassword });

export const endedEvents = async (api: TestApi) =>
  (await api.admin('GET', '/api/audit?action=session.ended')).json<object[]>();

export const signedInOf = (browsers: Browser[]): Promise<boolean[]> =>
  Promise.all(browsers.map((browser) => browser.isSignedIn()));

export const firefox =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
