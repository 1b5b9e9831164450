import type { BigQuery } from '@google-cloud/bigquery';
import { DriverError } from '@sluice/driver-kit';
import { smallBody, TransportError, type Http } from './http.js';
import type { ServiceAccount } from './service-account.js';

/** Gives what a request is signed with. */
export interface Credentials {
  /** The header `authorization`, and others that belong to it. @throws DriverError or TransportError */
  headers(url: string): Promise<Record<string, string>>;
  /** The server refused what {@link headers} gave: the next call asks for another one. */
  renew(): void;
}

type AuthClient = Awaited<ReturnType<BigQuery['authClient']['getClient']>>;

const MAX_ANSWER_BYTES = 64 * 1024;
/** Words of OAuth for who may not come in. */
const denied =
  /invalid_grant|invalid_client|unauthorized_client|invalid_scope|access_denied|could not load the default credentials/i;

/** The npm client's credentials, whose requests go our way. Loaded when they are asked for first. */
export function createCredentials(
  account: ServiceAccount | null,
  http: Http,
  signal: AbortSignal,
): Credentials {
  let client: Promise<AuthClient> | null = null;
  return {
    headers: async (url) => {
      client ??= open(account, http, signal);
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
 * Loads the client of BigQuery; the first time takes a second. A CommonJS package has its names on itself
 * or, out of the bundle, on its default only.
 */
export async function loadClient(): Promise<typeof BigQuery> {
  const found: { BigQuery?: typeof BigQuery; default?: { BigQuery: typeof BigQuery } } =
    await import('@google-cloud/bigquery');
  const loaded = found.BigQuery ?? found.default?.BigQuery;
  if (!loaded) throw new Error('The client of BigQuery could not be loaded');
  return loaded;
}

async function open(
  account: ServiceAccount | null,
  http: Http,
  signal: AbortSignal,
): Promise<AuthClient> {
  const Client = await loadClient();
  if (account === null) return new Client().authClient.getClient();
  const credentials = {
    type: 'service_account',
    client_email: account.email,
    private_key: account.privateKey,
  };
  const client = await new Client({ credentials }).authClient.getClient();
  // The client asks Google's address and no other; the key file may name one of a private endpoint.
  const ask = tokenFetch(account.tokenUrl, http, signal);
  Object.assign(client.transporter.defaults, { fetchImplementation: ask, retry: false });
  return client;
}

/** A `fetch` that goes to one address, whatever it is asked for. */
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
    // What is no final status cannot be made a Response of.
    const status = answer.status >= 200 && answer.status <= 599 ? answer.status : 502;
    return new Response(text ?? '{}', { status, headers });
  };
}

function credentialError(error: unknown): Error {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DriverError) return cause;
    if (cause instanceof TransportError) return new TransportError(cause.message, false, cause);
  }
  const message = error instanceof Error ? error.message : 'No token was given';
  const status = statusOf(error);
  const isDenied = denied.test(message) || status === 400 || status === 401 || status === 403;
  const title = isDenied ? message : `No token could be had: ${message}`;
  return new DriverError(isDenied ? 'authentication' : 'connection', 'not_run', title);
}

function statusOf(error: unknown): unknown {
  const response: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'response') : undefined;
  return typeof response === 'object' && response !== null
    ? Reflect.get(response, 'status')
    : undefined;
}
