/** A response. */
export interface Page {
  /** URL of the response, or the target of a redirect that was not followed. */
  url: URL;
  status: number;
  headers: Headers;
  text: string;
}

/** A minimal browser that follows redirects and keeps cookies by host and path. */
export interface CookieBrowser {
  get(url: string | URL): Promise<Page>;
  /** Follows redirects until a page or `stopAt`. */
  follow(url: string | URL, stopAt?: (url: URL) => boolean): Promise<Page>;
  /** Posts a form and follows redirects. */
  submit(
    url: string | URL,
    form: Record<string, string>,
    stopAt?: (url: URL) => boolean,
  ): Promise<Page>;
  /** Cookies of all hosts by name. */
  cookies(): Map<string, string>;
  setCookie(url: string | URL, name: string, value: string): void;
}

interface Cookie {
  host: string;
  path: string;
  name: string;
  value: string;
}

/** Opens a browser without cookies. */
export function openCookieBrowser(): CookieBrowser {
  const jar = new Map<string, Cookie>();
  const keep = (cookie: Cookie) => jar.set(`${cookie.host}${cookie.path} ${cookie.name}`, cookie);
  const receive = (url: URL, header: string) => {
    const [pair = '', ...attributes] = header.split(/; */);
    const at = pair.indexOf('=');
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
    const cookie = { host: url.hostname, path, name: pair.slice(0, at), value: pair.slice(at + 1) };
    const isOver = attributes.some((each) => /^(max-age=0|expires=Thu, 01 Jan 1970)/i.test(each));
    if (isOver) jar.delete(`${cookie.host}${cookie.path} ${cookie.name}`);
    else keep(cookie);
  };
  const sent = (url: URL): string =>
    [...jar.values()]
      .filter(({ host, path }) => host === url.hostname && isBelow(url.pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  const ask = async (url: URL, form?: Record<string, string>): Promise<Page> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: sent(url) },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const header of response.headers.getSetCookie()) receive(url, header);
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  };
  const followRedirects = async (first: Page, stopAt: (url: URL) => boolean): Promise<Page> => {
    let page = first;
    for (let hops = 0; hops < 12; hops++) {
      const location = page.headers.get('location');
      if (location === null) return page;
      const next = new URL(location, page.url);
      if (stopAt(next)) return { ...page, url: next };
      page = await ask(next);
    }
    throw new Error('too many redirects');
  };
  const neverStop = () => false;
  return {
    get: (url) => ask(new URL(url)),
    follow: async (url, stopAt = neverStop) => followRedirects(await ask(new URL(url)), stopAt),
    submit: async (url, form, stopAt = neverStop) =>
      followRedirects(await ask(new URL(url), form), stopAt),
    cookies: () => new Map([...jar.values()].map(({ name, value }) => [name, value])),
    setCookie: (url, name, value) => {
      keep({ host: new URL(url).hostname, path: '/', name, value });
    },
  };
}

const isBelow = (pathname: string, path: string): boolean =>
  path === '/' || pathname === path || pathname.startsWith(`${path}/`);
