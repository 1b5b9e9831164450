import { RefusedRequest } from './refused-request.js';
import { parseUrl } from './url.js';

/** Maximum number of redirects of one request. */
export const MAX_REDIRECTS = 5;

/** Returns whether a response leads to another address, which gets the same method and body. */
export const isRedirect = (status: number): boolean => status === 307 || status === 308;

/**
 * Returns the address of a redirect, with the parameters of the request that it omits, such as the request id.
 * The request contains the tokens of the session, so only the same host and the hosts of Snowflake itself
 * receive it. @throws RefusedRequest for any other address
 */
export function redirectTarget(from: URL, location: string | undefined): URL {
  const target = location === undefined ? null : parseUrl(location, from);
  if (!target || !isSameFamily(from, target)) {
    throw new RefusedRequest(
      `Snowflake redirects to another host: ${target?.hostname ?? 'no address'}`,
      {
        hint: 'Requests are redirected only within the host of the connection and snowflakecomputing.com. Set accessUrl to the address of the account.',
      },
    );
  }
  for (const [name, value] of from.searchParams) {
    if (!target.searchParams.has(name)) target.searchParams.set(name, value);
  }
  return target;
}

function isSameFamily(from: URL, to: URL): boolean {
  if (to.username !== '' || to.password !== '') return false;
  if (to.protocol !== 'https:' && to.protocol !== from.protocol) return false;
  if (to.port !== from.port) return false;
  return to.hostname === from.hostname || areOfSnowflake(from.hostname, to.hostname);
}

/** Returns whether both hosts are of the same domain of Snowflake: `….com`, or `….cn` in China. */
function areOfSnowflake(...hosts: [string, string]): boolean {
  const [first, second] = hosts.map((host) => /\.snowflakecomputing\.(?:com|cn)$/.exec(host)?.[0]);
  return first !== undefined && first === second;
}
