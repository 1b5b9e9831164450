import { createPrivateKey } from 'node:crypto';
import { DriverError } from '@sluice/driver-kit';
import { parse, publicEndpoint } from './endpoint.js';
import { objectOf, textOf } from './json.js';

/** Who signs in, out of the key file of a service account. */
export interface ServiceAccount {
  email: string;
  /** PEM. */
  privateKey: string;
  /** Where the signed request is exchanged for a token. */
  tokenUrl: string;
}

/** Where Google gives tokens out; key files of all ages name one of these. */
const googleTokenUrls = new Set([
  'https://oauth2.googleapis.com/token',
  'https://accounts.google.com/o/oauth2/token',
  'https://www.googleapis.com/oauth2/v4/token',
]);
/** The one that the client signs its requests for. */
const [tokenUrl = ''] = googleTokenUrls;

const refuse = (what: string): DriverError =>
  new DriverError('connection', 'not_run', `serviceAccountKey ${what}`);

/**
 * Reads the text of a key file. Only keys of service accounts: the other kinds name addresses, files and
 * programs of this machine to get a token from.
 *
 * @throws DriverError kind `connection`, with nothing of the key in it
 */
export function readServiceAccount(text: string, endpoint: string): ServiceAccount {
  const json = parsed(text);
  if (json['type'] !== 'service_account') throw refuse('must be the key of a service account');
  const universe = textOf(json, 'universe_domain');
  if (universe !== '' && universe !== 'googleapis.com') {
    throw refuse('is of another universe than googleapis.com');
  }
  const email = textOf(json, 'client_email');
  const privateKey = textOf(json, 'private_key');
  if (email === '' || privateKey === '') throw refuse('has no client_email or no private_key');
  checkKey(privateKey);
  return { email, privateKey, tokenUrl: tokenUrlOf(textOf(json, 'token_uri'), endpoint) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return objectOf(json);
  } catch {
    throw refuse('must be the JSON text of a key file');
  }
}

function checkKey(pem: string): void {
  try {
    createPrivateKey(pem);
  } catch {
    throw refuse('holds a private_key that cannot be read');
  }
}

/** Google's, or the own one of an endpoint that is not Google's: on the very same host. */
function tokenUrlOf(text: string, endpoint: string): string {
  if (text === '' || googleTokenUrls.has(text)) return tokenUrl;
  const url = parse(text, 'token_uri in serviceAccountKey');
  if (endpoint !== publicEndpoint && url.host === new URL(endpoint).host) return url.href;
  throw refuse("names a token_uri that is neither Google's nor of the API endpoint");
}
