/** One answer. */
export interface Page {
  /** Where it came from or, for a redirect that was not followed, where it leads to. */
  url: URL;
  status: number;
  headers: Headers;
  text: string;
}

/** As much of a browser as redirects need: cookies by host and path, and nothing else. */
export interface JarBrowser {
  get(url: string | URL): Promise<Page>;
  /** Goes on through redirects, until a page or `stopAt`. */
  follow(url: string | URL, stopAt?: (url: URL) => boolean): Promise<Page>;
  /** Sends a form, and goes on as `follow` does. */
  submit(
    url: string | URL,
    form: Record<string, string>,
    stopAt?: (url: URL) => boolean,
  ): Promise<Page>;
  /** Cookies by name, of every host. */
  cookies(): Map<string, string>;
  plant(url: string | URL, name: string, value: string): void;
}

interface Cookie {
  host: string;
  path: string;
  name: string;
  value: string;
}

/** Opens one that knows no cookie yet. */
export function openJarBrowser(): JarBrowser {
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
  const goOn = async (first: Page, stopAt: (url: URL) => boolean): Promise<Page> => {
    let page = first;
    for (let hops = 0; hops < 12; hops++) {
      const location = page.headers.get('location');
      if (location === null) return page;
      const next = new URL(location, page.url);
      if (stopAt(next)) return { ...page, url: next };
      page = await ask(next);
    }
    throw new Error('redirects without end');
  };
  const never = () => false;
  return {
    get: (url) => ask(new URL(url)),
    follow: async (url, stopAt = never) => goOn(await ask(new URL(url)), stopAt),
    submit: async (url, form, stopAt = never) => goOn(await ask(new URL(url), form), stopAt),
    cookies: () => new Map([...jar.values()].map(({ name, value }) => [name, value])),
    plant: (url, name, value) => {
      keep({ host: new URL(url).hostname, path: '/', name, value });
    },
  };
}

const isBelow = (pathname: string, path: string): boolean =>
  path === '/' || pathname === path || pathname.startsWith(`${path}/`);
