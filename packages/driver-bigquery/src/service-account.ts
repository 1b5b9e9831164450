import { createPrivateKey } from 'node:crypto';
import { DriverError } from '@sluice/driver-kit';
import { parse, publicEndpoint } from './endpoint.js';
import { objectOf, textOf } from './json.js';

/** Identity of a service account's key file. */
export interface ServiceAccount {
  email: string;
  /** Private key as PEM text. */
  privateKey: string;
  /** URL where the signed request is exchanged for a token. */
  tokenUrl: string;
}

/** Google's token URLs; key files of all ages name one of these. */
const googleTokenUrls = new Set([
  'https://oauth2.googleapis.com/token',
  'https://accounts.google.com/o/oauth2/token',
  'https://www.googleapis.com/oauth2/v4/token',
]);
/** The URL for which the client signs its requests. */
const [tokenUrl = ''] = googleTokenUrls;

const refuse = (what: string): DriverError =>
  new DriverError('connection', 'not_run', `serviceAccountKey ${what}`);

/**
 * Parses a key file. Only service account keys are accepted: other kinds name URLs, files and programs of this
 * machine as token sources.
 *
 * @throws DriverError kind `connection`, without any part of the key
 */
export function readServiceAccount(text: string, endpoint: string): ServiceAccount {
  const json = parsed(text);
  if (json['type'] !== 'service_account') throw refuse('must be a service account key');
  const universe = textOf(json, 'universe_domain');
  if (universe !== '' && universe !== 'googleapis.com') {
    throw refuse('must have the universe domain googleapis.com');
  }
  const email = textOf(json, 'client_email');
  const privateKey = textOf(json, 'private_key');
  if (email === '' || privateKey === '') throw refuse('must contain client_email and private_key');
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
    throw refuse('contains an unreadable private_key');
  }
}

/** Returns Google's token URL, or one on the same host as a private endpoint. */
function tokenUrlOf(text: string, endpoint: string): string {
  if (text === '' || googleTokenUrls.has(text)) return tokenUrl;
  const url = parse(text, 'token_uri in serviceAccountKey');
  if (endpoint !== publicEndpoint && url.host === new URL(endpoint).host) return url.href;
  throw refuse("names a token_uri that is neither Google's nor of the API endpoint");
}
