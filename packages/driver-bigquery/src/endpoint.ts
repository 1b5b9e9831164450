import { isIPv4 } from 'node:net';
import { DriverError } from '@sluice/driver-kit';

/** Where the public service is. */
export const publicEndpoint = 'https://bigquery.googleapis.com';

const refuse = (what: string): DriverError => new DriverError('connection', 'not_run', what);

/** The endpoint, without a slash at its end. @throws DriverError when a token could leak on the way */
export function endpointOf(text: string): string {
  if (text === '') return publicEndpoint;
  const url = parse(text, 'apiEndpoint');
  if (url.search !== '' || url.hash !== '') throw refuse('apiEndpoint must be an address only');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** An address that a credential may be sent to. @throws DriverError */
export function parse(text: string, what: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') {
    throw refuse(`${what} must be a web address`);
  }
  if (url.protocol === 'https:') return url;
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return url;
  throw refuse(`${what} must begin with https:`);
}

/** Whether a name is this machine's own for certain, so that nobody can listen on the way. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
