import type { BigQuery } from '@google-cloud/bigquery';
import { DriverError } from '@sluice/driver-kit';
import { smallBody, TransportError, type Http } from './http.js';
import type { Settings } from './settings.js';

/** Provides the authorization of requests. */
export interface Credentials {
  /** Returns the `authorization` header and related headers. @throws DriverError or TransportError */
  headers(url: string): Promise<Record<string, string>>;
  /** The server rejected the last token: the next call of {@link headers} requests a new one. */
  renew(): void;
}

/** The account that requests a token, and its options. */
export type Identity = Pick<Settings, 'account' | 'googleDrive'>;

type AuthClient = Awaited<ReturnType<BigQuery['authClient']['getClient']>>;

const MAX_ANSWER_BYTES = 64 * 1024;
/** OAuth error codes of failed authentication. */
const denied =
  /invalid_grant|invalid_client|unauthorized_client|invalid_scope|access_denied|could not load the default credentials/i;

/**
 * Creates credentials with the npm client, whose requests use this driver's HTTP transport. Loaded on first
 * use.
 */
export function createCredentials(
  identity: Identity,
  http: Http,
  signal: AbortSignal,
): Credentials {
  let client: Promise<AuthClient> | null = null;
  return {
    headers: async (url) => {
      client ??= open(identity, http, signal);
      try {
        const headers = await (await client).getRequestHeaders(url);
        return Object.fromEntries(headers.entries());
      } catch (error) {
        client = null;
        throw credentialError(error);
      }
    },
    renew: () => {
      client = null;
    },
  };
}

/**
 * Loads the BigQuery client; the first time takes a second. A CommonJS module has named exports, or in the
 * bundle only a default export.
 */
export async function loadClient(): Promise<typeof BigQuery> {
  const found: { BigQuery?: typeof BigQuery; default?: { BigQuery: typeof BigQuery } } =
    await import('@google-cloud/bigquery');
  const loaded = found.BigQuery ?? found.default?.BigQuery;
  if (!loaded) throw new Error('BigQuery client could not be loaded');
  return loaded;
}

/** The client adds the scope of BigQuery. */
const driveScope = 'https://www.googleapis.com/auth/drive';

async function open(
  { account, googleDrive }: Identity,
  http: Http,
  signal: AbortSignal,
): Promise<AuthClient> {
  const Client = await loadClient();
  const scopes = googleDrive ? [driveScope] : [];
  if (account === null) return new Client({ scopes }).authClient.getClient();
  const { credentials, tokenUrl } = account;
  // oxlint-disable-next-line typescript/no-deprecated -- these are checked: they name no URL, file or program.
  const client = await new Client({ credentials, scopes }).authClient.getClient();
  // The client requests only Google's token URL; the key file may name one of a private endpoint.
  const ask = tokenFetch(tokenUrl, http, signal);
  Object.assign(client.transporter.defaults, { fetchImplementation: ask, retry: false });
  return client;
}

/** Returns a `fetch` that sends every request to one URL. */
function tokenFetch(url: string, http: Http, signal: AbortSignal): typeof fetch {
  return async (_input, init = {}) => {
    const answer = await http.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: init.body instanceof URLSearchParams ? init.body.toString() : '',
      signal,
    });
    const text = await smallBody(answer.body, MAX_ANSWER_BYTES);
    const headers = { 'content-type': answer.contentType || 'application/json' };
    // A Response cannot have an informational status.
    const status = answer.status >= 200 && answer.status <= 599 ? answer.status : 502;
    return new Response(text ?? '{}', { status, headers });
  };
}

function credentialError(error: unknown): Error {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DriverError) return cause;
    if (cause instanceof TransportError) return new TransportError(cause.message, false, cause);
  }
  const message = error instanceof Error ? error.message : 'No token received';
  const status = statusOf(error);
  const isDenied = denied.test(message) || status === 400 || status === 401 || status === 403;
  const title = isDenied ? message : `Token request failed: ${message}`;
  return new DriverError(isDenied ? 'authentication' : 'connection', 'not_run', title);
}

function statusOf(error: unknown): unknown {
  const response: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'response') : undefined;
  return typeof response === 'object' && response !== null
    ? Reflect.get(response, 'status')
    : undefined;
}
