import { freePort } from '@sluice/testkit';
import type { CookieBrowser, Page } from './cookie-browser.js';
import { openTestApi, type TestApi, type TestApiOptions } from './support.js';

/** An API that listens on a port, for redirects between it and a provider. */
export interface ListeningApi extends TestApi {
  /** Public URL with the path prefix; its host differs from the provider's, so they are different sites. */
  url: string;
}

/** Opens a listening API; `settingsFor` receives its URL. */
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

/** Returns whether a URL is the sign-in page, where a failed sign-in ends. */
export const isErrorPage = (url: URL): boolean => url.pathname.endsWith('/signin');

/** Returns the error code of a failed sign-in; null if it succeeded. */
export const errorOf = ({ url }: Page): string | null =>
  isErrorPage(url) ? url.searchParams.get('error') : null;

/** Returns the path that the page after a sign-in redirects to. */
export const redirectTarget = ({ text }: Page): string | undefined =>
  /http-equiv="refresh" content="0;url=([^"]*)"/.exec(text)?.[1];

/** Signs in at the certified provider, whose page asks for a login. */
export async function signInAs(
  browser: CookieBrowser,
  start: string,
  login: string,
): Promise<Page> {
  const form = await browser.follow(start, isErrorPage);
  return form.text.includes('<form') ? browser.submit(form.url, { login }, isErrorPage) : form;
}

/** Returns the signed-in user from the API. */
export async function userOf(
  browser: CookieBrowser,
  { url }: ListeningApi,
): Promise<Record<string, unknown> | undefined> {
  const page = await browser.get(`${url}/api/app`);
  return (JSON.parse(page.text) as { currentUser?: Record<string, unknown> }).currentUser;
}
