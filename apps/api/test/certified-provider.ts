import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@sluice/testkit';
import Provider, { type Context } from 'oidc-provider';

/** A local server of oidc-provider, which is certified for OpenID Connect. */
export interface CertifiedProvider {
  issuer: string;
  /** Claims by login; other logins cannot sign in. */
  accounts: Map<string, object>;
  /** Authorization requests received so far. */
  authorizations: URLSearchParams[];
  close(): Promise<void>;
}

export const clientId = 'sluice';
export const clientSecret = 'canary-client-secret-of-the-tests';

/** Starts the provider. Its only page asks for a login without a password; the login `deny` refuses the sign-in. */
export async function startCertifiedProvider(
  redirectUris: string[],
  { port, authMethod = 'client_secret_basic' }: { port?: number; authMethod?: string } = {},
): Promise<CertifiedProvider> {
  const chosen = port ?? (await freePort());
  const issuer = `http://127.0.0.1:${chosen}`;
  const accounts: CertifiedProvider['accounts'] = new Map();
  const authorizations: URLSearchParams[] = [];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: authMethod,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
      roles: ['roles'],
    },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [signingKey()] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: Context, login: string) => {
      const claims = accounts.get(login);
      return claims && { accountId: login, claims: () => ({ sub: login, ...claims }) };
    },
    // Grants every scope without asking for consent.
    loadExistingGrant: async ({ oidc: { client, session, params } }: Context) => {
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope(params.scope);
      await grant.save();
      return grant;
    },
  });
  const handleRequest = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html');
      response.end('<form method="post"><input name="login"><button>Sign in</button></form>');
      return;
    }
    const login = new URLSearchParams(await text(request)).get('login') ?? '';
    const result = login === 'deny' ? { error: 'access_denied' } : { login: { accountId: login } };
    await provider.interactionFinished(request, response, result);
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    if (pathname === '/auth') authorizations.push(searchParams);
    void (pathname.startsWith('/interaction/') ? interact : handleRequest)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(chosen, '127.0.0.1', resolve));
  return {
    issuer,
    accounts,
    authorizations,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function signingKey(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test-key' };
}
