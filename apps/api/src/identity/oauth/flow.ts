import type { ApiSettings } from '@sluice/config';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretPost,
  Configuration,
  customFetch,
  fetchProtectedResource,
} from 'openid-client';
import type { ExternalProfile } from '../admission/index.js';
import {
  type Claims,
  type CodeFlow,
  emailOf,
  nameOf,
  prepareTransport,
  safeFetch,
  subjectOf,
} from '../code-flow/index.js';

/** The settings of OAuth 2.0, where the method is on. */
export interface OAuthSettings {
  clientId: string;
  clientSecret: string;
  scope: string;
  authorizationUrl: URL;
  tokenUrl: URL;
  userInfoUrl: URL;
}

/** Null when the method is off. */
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

/** Sign-in by OAuth 2.0; `callback` is the registered redirect URI. */
export function createOAuthFlow(
  settings: OAuthSettings,
  callback: URL,
  timeoutMs: number,
): CodeFlow {
  const configuration = configurationOf(settings, timeoutMs);
  return {
    begin: async ({ state, codeVerifier }) =>
      buildAuthorizationUrl(configuration, {
        redirect_uri: callback.href,
        scope: settings.scope,
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }),
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
      // Plain OAuth 2.0 gives no name to the provider; see checkIssuers.
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
 * A provider that also speaks OpenID Connect sends an ID token along with scope `openid`. It cannot be
 * checked here, since nobody says who the issuer is; so nothing may be read from it either.
 */
async function withoutIdToken(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const text = await response.text();
  const { status, headers } = response;
  const copied = new Headers(headers);
  // The text is unpacked by now, and shorter.
  for (const name of ['content-length', 'content-encoding']) copied.delete(name);
  return new Response(dropIdToken(text), { status, headers: copied });
}

function dropIdToken(text: string): string {
  try {
    return JSON.stringify({ ...(JSON.parse(text) as object), id_token: undefined });
  } catch {
    // openid-client says what is wrong with it.
    return text;
  }
}

/** A provider that names itself in its answer must live where the browser was sent (RFC 9207). */
function checkIssuers(answer: URLSearchParams, { origin }: URL): void {
  for (const issuer of answer.getAll('iss')) {
    if (!URL.canParse(issuer) || new URL(issuer).origin !== origin) {
      throw new ClientError('another provider answered (iss)');
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
    throw new ClientError('the profile could not be read', { cause: response });
  }
  const profile: unknown = await response.json();
  if (typeof profile !== 'object' || profile === null) {
    throw new ClientError('the profile is no object');
  }
  return profile as Claims;
}

function profileOf(claims: Claims, userInfoUrl: URL): ExternalProfile {
  const id = claims['sub'] ?? claims['id'];
  const subject = subjectOf(Number.isSafeInteger(id) ? String(id) : id);
  if (subject === null) throw new ClientError('the profile does not say who it is (sub or id)');
  return {
    origin: 'oauth',
    // Another provider may give the same name to somebody else.
    subject: `${userInfoUrl.origin} ${subject}`,
    ...emailOf([claims], ['email_verified', 'verified_email']),
    name: nameOf(claims['name']),
    role: null,
  };
}
