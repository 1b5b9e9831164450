import { isIPv4 } from 'node:net';
import { DriverError } from '@sluice/driver-kit';

/** URL of the public service. */
export const publicEndpoint = 'https://bigquery.googleapis.com';

const refuse = (what: string): DriverError => new DriverError('connection', 'not_run', what);

/** Returns the endpoint without a trailing slash. @throws DriverError if a token could leak */
export function endpointOf(text: string): string {
  if (text === '') return publicEndpoint;
  const url = parse(text, 'apiEndpoint');
  if (url.search !== '' || url.hash !== '')
    throw refuse('apiEndpoint must have no query and no fragment');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Parses a URL that credentials may be sent to. @throws DriverError */
export function parse(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') {
    throw refuse(`${what} must be a URL`);
  }
  if (url.protocol === 'https:') return url;
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return url;
  throw refuse(`${what} must start with https:`);
}

/** Returns whether a name certainly denotes this machine, so that the traffic cannot be intercepted. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
