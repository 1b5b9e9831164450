import { createPrivateKey } from 'node:crypto';
import { DriverError } from '@sluice/driver-kit';
import { parse, publicEndpoint } from './endpoint.js';
import { objectOf, textOf } from './json.js';

/** Identity of a key file. */
export interface Account {
  /** Fields of the key file for the client: no URL, file or program. */
  credentials: ServiceAccount | AuthorizedUser;
  /** URL where a token is requested. */
  tokenUrl: string;
}

interface ServiceAccount {
  type: 'service_account';
  client_email: string;
  /** Private key as PEM text. */
  private_key: string;
}

/** A user who has signed in with `gcloud auth application-default login`. */
interface AuthorizedUser {
  type: 'authorized_user';
  client_id: string;
  client_secret: string;
  refresh_token: string;
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
 * Parses a key file of a service account or a user. Other kinds are refused: they name URLs, files and programs
 * of this machine as token sources.
 *
 * @throws DriverError kind `connection`, without any part of the key
 */
export function readAccount(text: string, endpoint: string): Account {
  const json = parsed(text);
  const type = json['type'];
  if (type !== 'service_account' && type !== 'authorized_user') {
    throw refuse('must be a service account key or user credentials (authorized_user)');
  }
  const universe = textOf(json, 'universe_domain');
  if (universe !== '' && universe !== 'googleapis.com') {
    throw refuse('must have the universe domain googleapis.com');
  }
  const credentials = type === 'service_account' ? serviceAccount(json) : authorizedUser(json);
  return { credentials, tokenUrl: tokenUrlOf(textOf(json, 'token_uri'), endpoint) };
}

function serviceAccount(json: Record<string, unknown>): ServiceAccount {
  const email = textOf(json, 'client_email');
  const privateKey = textOf(json, 'private_key');
  if (email === '' || privateKey === '') throw refuse('must contain client_email and private_key');
  checkKey(privateKey);
  return { type: 'service_account', client_email: email, private_key: privateKey };
}

function authorizedUser(json: Record<string, unknown>): AuthorizedUser {
  const [id = '', secret = '', token = ''] = userFields.map((key) => textOf(json, key));
  if (id === '' || secret === '' || token === '') {
    throw refuse(`must contain ${userFields.join(', ')}`);
  }
  return { type: 'authorized_user', client_id: id, client_secret: secret, refresh_token: token };
}

const userFields = ['client_id', 'client_secret', 'refresh_token'];

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
