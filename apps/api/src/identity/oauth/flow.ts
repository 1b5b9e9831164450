import type { ApiSettings } from '@sluice/config';
import {
  authorizationCodeGrant,
  ClientError,
  ClientSecretPost,
  Configuration,
  customFetch,
  fetchProtectedResource,
} from 'openid-client';
import type { ExternalProfile } from '../admission/index.js';
import {
  authorizationUrl,
  type Claims,
  type CodeFlow,
  emailOf,
  nameOf,
  prepareTransport,
  safeFetch,
  subjectOf,
} from '../code-flow/index.js';

/** The settings of an enabled OAuth 2.0 sign-in. */
export interface OAuthSettings {
  clientId: string;
  clientSecret: string;
  scope: string;
  authorizationUrl: URL;
  tokenUrl: URL;
  userInfoUrl: URL;
}

/** Returns null when OAuth 2.0 is disabled. */
export function oauthSettingsOf(settings: ApiSettings): OAuthSettings | null {
  const {
    SERVICE_OAUTH_CLIENT_ID: clientId,
    SERVICE_OAUTH_CLIENT_SECRET: clientSecret,
    SERVICE_OAUTH_SCOPE: scope,
  } = settings;
  if (clientId === undefined || clientSecret === undefined) return null;
  return {
    clientId,
    clientSecret,
    scope,
    authorizationUrl: new URL(settings.SERVICE_OAUTH_AUTHORIZATION_URL),
    tokenUrl: new URL(settings.SERVICE_OAUTH_TOKEN_URL),
    userInfoUrl: new URL(settings.SERVICE_OAUTH_USER_INFO_URL),
  };
}

/** Creates the OAuth 2.0 flow; `callback` is the registered redirect URI. */
export function createOAuthFlow(
  settings: OAuthSettings,
  callback: URL,
  timeoutMs: number,
): CodeFlow {
  const configuration = configurationOf(settings, timeoutMs);
  return {
    begin: ({ state, codeVerifier }) =>
      authorizationUrl(configuration, { callback, scope: settings.scope }, { state, codeVerifier }),
    finish: async (answer, { state, codeVerifier }) => {
      checkIssuers(answer, settings.authorizationUrl);
      const { access_token: accessToken } = await authorizationCodeGrant(
        configuration,
        new URL(`${callback.href}?${withoutIssuer(answer).toString()}`),
        { expectedState: state, pkceCodeVerifier: codeVerifier },
      );
      const { userInfoUrl } = settings;
      return profileOf(await readProfile(configuration, accessToken, userInfoUrl), userInfoUrl);
    },
  };
}

function configurationOf(settings: OAuthSettings, timeoutMs: number): Configuration {
  const { clientId, clientSecret, authorizationUrl, tokenUrl, userInfoUrl } = settings;
  const configuration = new Configuration(
    {
      // Plain OAuth 2.0 has no issuer; see checkIssuers.
      issuer: authorizationUrl.origin,
      authorization_endpoint: authorizationUrl.href,
      token_endpoint: tokenUrl.href,
    },
    clientId,
    undefined,
    ClientSecretPost(clientSecret),
  );
  const isLocal = [authorizationUrl, tokenUrl, userInfoUrl].some((url) => url.protocol === 'http:');
  prepareTransport(configuration, { isLocal, timeoutMs });
  configuration[customFetch] = async (url, options) => {
    const response = await safeFetch(url, options);
    return url === tokenUrl.href ? withoutIdToken(response) : response;
  };
  return configuration;
}

/**
 * A provider that also supports OpenID Connect sends an ID token with the scope `openid`. It cannot
 * be verified without an issuer, so it is removed and nothing is read from it.
 */
async function withoutIdToken(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const text = await response.text();
  const { status, headers } = response;
  const copied = new Headers(headers);
  // The text is decompressed and shorter.
  for (const name of ['content-length', 'content-encoding']) copied.delete(name);
  return new Response(dropIdToken(text), { status, headers: copied });
}

function dropIdToken(text: string): string {
  try {
    return JSON.stringify({ ...(JSON.parse(text) as object), id_token: undefined });
  } catch {
    // openid-client reports the error.
    return text;
  }
}

/** An `iss` parameter (RFC 9207) must have the origin of the authorization URL. */
function checkIssuers(answer: URLSearchParams, { origin }: URL): void {
  for (const issuer of answer.getAll('iss')) {
    if (!URL.canParse(issuer) || new URL(issuer).origin !== origin) {
      throw new ClientError('the response names another issuer (iss)');
    }
  }
}

function withoutIssuer(answer: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(answer);
  rest.delete('iss');
  return rest;
}

async function readProfile(
  configuration: Configuration,
  accessToken: string,
  url: URL,
): Promise<Claims> {
  const headers = new Headers({ accept: 'application/json' });
  const response = await fetchProtectedResource(
    configuration,
    accessToken,
    url,
    'GET',
    null,
    headers,
  );
  if (response.status !== 200) {
    throw new ClientError('the profile request failed', { cause: response });
  }
  const profile: unknown = await response.json();
  if (typeof profile !== 'object' || profile === null) {
    throw new ClientError('the profile is not a JSON object');
  }
  return profile as Claims;
}

function profileOf(claims: Claims, userInfoUrl: URL): ExternalProfile {
  const id = claims['sub'] ?? claims['id'];
  const subject = subjectOf(Number.isSafeInteger(id) ? String(id) : id);
  if (subject === null) throw new ClientError('the profile has no user identifier (sub or id)');
  return {
    origin: 'oauth',
    // Another provider can use the same identifier for another user.
    subject: `${userInfoUrl.origin} ${subject}`,
    ...emailOf([claims], ['email_verified', 'verified_email']),
    name: nameOf(claims['name']),
    role: null,
  };
}
