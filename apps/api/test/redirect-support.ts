import { freePort } from '@sluice/testkit';
import type { JarBrowser, Page } from './jar-browser.js';
import { openTestApi, type TestApi, type TestApiOptions } from './support.js';

/** An API that listens: browsers come and go between it and a provider. */
export interface ListeningApi extends TestApi {
  /** Public address with the mount path. A host of its own: the provider's is another site. */
  url: string;
}

/** Opens one; `settingsFor` gets its address. */
export async function listen(
  settingsFor: (url: string) => Record<string, string>,
  { mount = '', ...options }: Omit<TestApiOptions, 'settings'> & { mount?: string } = {},
): Promise<ListeningApi> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const url = `${origin}${mount}`;
  const settings = { PUBLIC_URL: origin, SERVICE_BASE_URL: mount, ...settingsFor(url) };
  const api = await openTestApi({ ...options, settings });
  await api.app.listen({ port, host: '127.0.0.1' });
  return { ...api, url };
}

/** The end of a sign-in that failed; nobody follows it. */
export const isErrorPage = (url: URL): boolean => url.pathname.endsWith('/signin');

/** Why a sign-in failed; null when it did not. */
export const errorOf = ({ url }: Page): string | null =>
  isErrorPage(url) ? url.searchParams.get('error') : null;

/** Where the page after a sign-in leads on to. */
export const leadsTo = ({ text }: Page): string | undefined =>
  /http-equiv="refresh" content="0;url=([^"]*)"/.exec(text)?.[1];

/** Signs in at the certified provider, whose page asks for a login. */
export async function signInAs(browser: JarBrowser, start: string, login: string): Promise<Page> {
  const form = await browser.follow(start, isErrorPage);
  return form.text.includes('<form') ? browser.submit(form.url, { login }, isErrorPage) : form;
}

/** The signed-in user as the API says. */
export async function userOf(
  browser: JarBrowser,
  { url }: ListeningApi,
): Promise<Record<string, unknown> | undefined> {
  const page = await browser.get(`${url}/api/app`);
  return (JSON.parse(page.text) as { currentUser?: Record<string, unknown> }).currentUser;
}
