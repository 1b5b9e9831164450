import { createHash, generateKeyPairSync, randomBytes, sign as signBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@sluice/testkit';
import { clientId, clientSecret } from './certified-provider.js';

type Fields = Record<string, unknown>;

/** 200 with JSON, unless it says otherwise. */
interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: Fields;
  /** Instead of the body. */
  raw?: string;
}

/** Where an answer differs from an honest one; a field that is undefined is left out. */
export interface Lies {
  metadata?: Fields;
  /** What the browser brings back. */
  callback?: Record<string, string>;
  header?: Fields;
  claims?: Fields;
  /** Signature over the token's first two parts. */
  sign?: (input: string) => string;
  /** The whole ID token, made of the honest one. */
  idToken?: (honest: string) => string | undefined;
  token?: Answer;
  userInfo?: Answer;
}

/** A provider that says whatever it is told, to whoever signs in: always the same person. */
export interface EvilProvider {
  issuer: string;
  /** From now on. */
  tell(lies: Lies): void;
  /** Its public key in the spellings that have been taken for a secret. */
  publicKeys: (string | Buffer)[];
  /** Every code and token that it gave out. */
  secrets: string[];
  /** Whether the code was always asked for as it should be: PKCE S256 and the client's secret. */
  complaints: string[];
  close(): Promise<void>;
}

/** RS256 by a key. */
export const rsaSigner = (key = newKey()) => {
  const sign = (input: string) =>
    signBytes('sha256', Buffer.from(input), key.privateKey).toString('base64url');
  return { sign, jwk: key.publicKey.export({ format: 'jwk' }) };
};

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Starts it; `person` is who signs in, by claims of the ID token. */
export async function startEvilProvider(person: Fields): Promise<EvilProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const key = newKey();
  const { sign, jwk } = rsaSigner(key);
  const codes = new Map<string, URLSearchParams>();
  const secrets: string[] = [];
  const complaints: string[] = [];
  let lies: Lies = {};

  const idTokenFor = (asked: URLSearchParams): string | undefined => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce: asked.get('nonce') ?? undefined,
      ...person,
      ...lies.claims,
    };
    const input = [{ alg: 'RS256', kid: 'evil', ...lies.header }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const honest = `${input}.${(lies.sign ?? sign)(input)}`;
    const token = lies.idToken === undefined ? honest : lies.idToken(honest);
    if (token !== undefined && token !== '') secrets.push(token);
    return token;
  };

  const pages: Record<string, (url: URL, request: IncomingMessage) => Promise<Answer> | Answer> = {
    '/.well-known/openid-configuration': () => ({
      body: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256', 'ES256'],
        ...lies.metadata,
      },
    }),
    '/jwks': () => ({ body: { keys: [{ ...jwk, kid: 'evil', use: 'sig' }] } }),
    '/authorize': ({ searchParams }) => {
      const code = newSecret();
      codes.set(code, searchParams);
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      const state = searchParams.get('state') ?? '';
      back.search = new URLSearchParams({ code, state, ...lies.callback }).toString();
      return { status: 302, headers: { location: back.href } };
    },
    '/token': async (_url, request) => {
      const form = new URLSearchParams(await text(request));
      const asked = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (asked === undefined) return { status: 400, body: { error: 'invalid_grant' } };
      complaints.push(...whatIsWrong(form, asked, request));
      const body = {
        access_token: newSecret(),
        token_type: 'Bearer',
        expires_in: 300,
        id_token: idTokenFor(asked),
      };
      return { body, ...lies.token };
    },
    '/userinfo': (_url, request) => {
      const { authorization = '' } = request.headers;
      if (!secrets.includes(authorization.replace('Bearer ', ''))) return { status: 401 };
      return { body: { sub: person['sub'] }, ...lies.userInfo };
    },
  };
  const newSecret = (): string => {
    const secret = randomBytes(24).toString('base64url');
    secrets.push(secret);
    return secret;
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', issuer);
    const page = pages[url.pathname];
    void Promise.resolve(page?.(url, request) ?? { status: 404 }).then((answer) => {
      send(response, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    issuer,
    tell: (next) => {
      lies = next;
    },
    publicKeys: [
      key.publicKey.export({ type: 'spki', format: 'pem' }),
      key.publicKey.export({ type: 'pkcs1', format: 'pem' }),
      key.publicKey.export({ type: 'spki', format: 'der' }),
      JSON.stringify({ ...jwk, kid: 'evil', use: 'sig' }),
    ],
    secrets,
    complaints,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body, raw }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(raw ?? JSON.stringify(body ?? {}));
}

function whatIsWrong(
  form: URLSearchParams,
  asked: URLSearchParams,
  { headers: { authorization = '' } }: IncomingMessage,
): string[] {
  const hash = createHash('sha256').update(form.get('code_verifier') ?? '');
  const basic = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  const secret =
    basic === '' ? form.get('client_secret') : decodeURIComponent(basic.split(':')[1] ?? '');
  const checks: [string, boolean][] = [
    ['S256', asked.get('code_challenge_method') === 'S256'],
    ['code_verifier', asked.get('code_challenge') === hash.digest('base64url')],
    ['redirect_uri', asked.get('redirect_uri') === form.get('redirect_uri')],
    ['client_secret', secret === clientSecret],
  ];
  return checks.flatMap(([name, isFine]) => (isFine ? [] : [name]));
}
