import { createHash, generateKeyPairSync, randomBytes, sign as signBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@sluice/testkit';
import { clientId, clientSecret } from './certified-provider.js';

type Fields = Record<string, unknown>;

/** A response of the provider; 200 with JSON by default. */
interface ProviderResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: Fields;
  /** Replaces the body. */
  raw?: string;
}

/** Changes to the provider's valid responses; undefined fields are left out. */
export interface Forgery {
  metadata?: Fields;
  /** Parameters of the redirect to the callback. */
  callback?: Record<string, string>;
  header?: Fields;
  claims?: Fields;
  /** Signs the token's first two parts. */
  sign?: (input: string) => string;
  /** Replaces the valid ID token. */
  idToken?: (valid: string) => string | undefined;
  token?: ProviderResponse;
  userInfo?: ProviderResponse;
}

/** A provider whose responses the test forges; it always signs in the same user. */
export interface HostileProvider {
  issuer: string;
  /** Applies to all later responses. */
  forge(forgery: Forgery): void;
  /** The public key in encodings that an attacker could use as an HMAC secret. */
  publicKeys: (string | Buffer)[];
  /** Codes and tokens issued so far. */
  secrets: string[];
  /** Failed checks of token requests: PKCE S256, redirect URI and client secret. */
  violations: string[];
  close(): Promise<void>;
}

/** Returns an RS256 signer and its public key. */
export const rsaSigner = (key = newKey()) => {
  const sign = (input: string) =>
    signBytes('sha256', Buffer.from(input), key.privateKey).toString('base64url');
  return { sign, jwk: key.publicKey.export({ format: 'jwk' }) };
};

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** State of a running provider. */
interface State {
  issuer: string;
  person: Fields;
  key: ReturnType<typeof newKey>;
  /** Authorization requests by the code issued for them. */
  codes: Map<string, URLSearchParams>;
  secrets: string[];
  violations: string[];
  forgery: Forgery;
}

/** Starts the provider; `person` holds the ID token's claims about the user. */
export async function startHostileProvider(person: Fields): Promise<HostileProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const key = newKey();
  const state: State = {
    issuer,
    person,
    key,
    codes: new Map(),
    secrets: [],
    violations: [],
    forgery: {},
  };
  const pages = createPages(state);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer);
    const page = pages[url.pathname];
    void Promise.resolve(page?.(url, request) ?? { status: 404 }).then((pageResponse) => {
      send(response, pageResponse);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    issuer,
    forge: (next) => {
      state.forgery = next;
    },
    publicKeys: [
      key.publicKey.export({ type: 'spki', format: 'pem' }),
      key.publicKey.export({ type: 'pkcs1', format: 'pem' }),
      key.publicKey.export({ type: 'spki', format: 'der' }),
      JSON.stringify(publicJwk(state)),
    ],
    secrets: state.secrets,
    violations: state.violations,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const publicJwk = ({ key }: State) => ({ ...rsaSigner(key).jwk, kid: 'evil', use: 'sig' });

/** Creates an ID token for an authorization request. */
function createIdToken(state: State, requested: URLSearchParams): string | undefined {
  const { issuer, person, forgery, key, secrets } = state;
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: clientId,
    iat: now,
    exp: now + 300,
    nonce: requested.get('nonce') ?? undefined,
    ...person,
    ...forgery.claims,
  };
  const input = [{ alg: 'RS256', kid: 'evil', ...forgery.header }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const validToken = `${input}.${(forgery.sign ?? rsaSigner(key).sign)(input)}`;
  const token = forgery.idToken === undefined ? validToken : forgery.idToken(validToken);
  if (token !== undefined && token !== '') secrets.push(token);
  return token;
}

function createSecret({ secrets }: State): string {
  const secret = randomBytes(24).toString('base64url');
  secrets.push(secret);
  return secret;
}

type Page = (url: URL, request: IncomingMessage) => Promise<ProviderResponse> | ProviderResponse;

/** Returns the endpoints of the provider by path. */
const createPages = (state: State): Record<string, Page> => ({
  '/.well-known/openid-configuration': () => ({
    body: {
      issuer: state.issuer,
      authorization_endpoint: `${state.issuer}/authorize`,
      token_endpoint: `${state.issuer}/token`,
      userinfo_endpoint: `${state.issuer}/userinfo`,
      jwks_uri: `${state.issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256', 'ES256'],
      ...state.forgery.metadata,
    },
  }),
  '/jwks': () => ({ body: { keys: [publicJwk(state)] } }),
  '/authorize': ({ searchParams }) => {
    const code = createSecret(state);
    state.codes.set(code, searchParams);
    const back = new URL(searchParams.get('redirect_uri') ?? '');
    const parameters = { code, state: searchParams.get('state') ?? '', ...state.forgery.callback };
    back.search = new URLSearchParams(parameters).toString();
    return { status: 302, headers: { location: back.href } };
  },
  '/token': async (_url, request) => {
    const form = new URLSearchParams(await text(request));
    const requested = state.codes.get(form.get('code') ?? '');
    state.codes.delete(form.get('code') ?? '');
    if (requested === undefined) return { status: 400, body: { error: 'invalid_grant' } };
    state.violations.push(...failedChecks(form, requested, request));
    const body = {
      access_token: createSecret(state),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: createIdToken(state, requested),
    };
    return { body, ...state.forgery.token };
  },
  '/userinfo': (_url, request) => {
    const { authorization = '' } = request.headers;
    if (!state.secrets.includes(authorization.replace('Bearer ', ''))) return { status: 401 };
    return { body: { sub: state.person['sub'] }, ...state.forgery.userInfo };
  },
});

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body, raw }: ProviderResponse,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(raw ?? JSON.stringify(body ?? {}));
}

function failedChecks(
  form: URLSearchParams,
  requested: URLSearchParams,
  { headers: { authorization = '' } }: IncomingMessage,
): string[] {
  const hash = createHash('sha256').update(form.get('code_verifier') ?? '');
  const basic = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  const secret =
    basic === '' ? form.get('client_secret') : decodeURIComponent(basic.split(':')[1] ?? '');
  const checks: [string, boolean][] = [
    ['S256', requested.get('code_challenge_method') === 'S256'],
    ['code_verifier', requested.get('code_challenge') === hash.digest('base64url')],
    ['redirect_uri', requested.get('redirect_uri') === form.get('redirect_uri')],
    ['client_secret', secret === clientSecret],
  ];
  return checks.flatMap(([name, isFine]) => (isFine ? [] : [name]));
}
