import { parseUrl } from './url.js';

/** An account with the address of its host, as far as the text contains them. */
export interface Account {
  account: string;
  /** Scheme, host and port; empty = derived from the account. */
  accessUrl: string;
}

const DOMAIN = /\.snowflakecomputing\.(?:com|cn)$/;
/** Host of the web interface, which shows the account in its paths. */
const WEB_HOST = 'app.snowflake.com';
/** Second parts of an identifier that belong to the host. A region always contains a hyphen. */
const hostParts = new Set(['global', 'privatelink']);
/** Hosts of this region have no region in their name. */
const FIRST_REGION = 'us-west-2';

/**
 * Parses what users paste as their account: an identifier in any form (`org-account`, `org.account`,
 * `locator.region`), the host or URL of the account, or a URL of the web interface. Null for anything else.
 */
export function parseAccount(text: string): Account | null {
  const url = snowflakeUrl(text);
  if (url) {
    const found = accountIn(url);
    // A password must not travel without TLS because of a pasted scheme.
    return found && { ...found, accessUrl: found.accessUrl.replace(/^http:/, 'https:') };
  }
  return isIdentifier(text) ? { account: joined(text), accessUrl: '' } : null;
}

/** Returns the URL if its host belongs to Snowflake; its scheme may be missing, as browsers show it. */
export function snowflakeUrl(text: string): URL | null {
  const url = parseUrl(/^\w+:\/\//.test(text) ? text : `https://${text}`);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && (url.hostname === WEB_HOST || DOMAIN.test(url.hostname)) ? url : null;
}

/** Returns the account that a URL of {@link snowflakeUrl} names; null if there is none. */
export function accountIn(url: URL): Account | null {
  if (url.username !== '' || url.password !== '') return null;
  if (url.hostname === WEB_HOST) return accountInPath(url.pathname);
  const account = url.hostname.replace(DOMAIN, '');
  return isIdentifier(account) ? { account, accessUrl: url.origin } : null;
}

/** `/org/account/…`, or `/region/locator/…` of older links. Names of organizations contain no hyphen. */
function accountInPath(path: string): Account | null {
  const [, first = '', second = ''] = path.split('/');
  if (first === '' || second === '') return null;
  const isRegion = /[-.]/.test(first);
  const ofRegion = first === FIRST_REGION ? second : `${second}.${first}`;
  const account = isRegion ? ofRegion : `${first}-${second}`;
  return isIdentifier(account) ? { account, accessUrl: '' } : null;
}

/** The account becomes part of a host name. */
const isIdentifier = (text: string): boolean => /^\w+(?:[.-]\w+)*$/.test(text);

/** The web interface copies an identifier as `ORG.ACCOUNT`, but the host is named `org-account`. */
function joined(identifier: string): string {
  const [first = '', second = '', ...more] = identifier.split('.');
  const isName = second !== '' && more.length === 0 && !second.includes('-');
  return isName && !hostParts.has(second.toLowerCase()) ? `${first}-${second}` : identifier;
}
