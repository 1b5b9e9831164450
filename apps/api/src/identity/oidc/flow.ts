import {
  authorizationCodeGrant,
  ClientError,
  fetchUserInfo,
  type Configuration,
  type IDToken,
} from 'openid-client';
import type { ExternalProfile } from '../admission/index.js';
import {
  authorizationUrl,
  type Claims,
  type CodeFlow,
  emailOf,
  nameOf,
  roleOf,
  subjectOf,
} from '../code-flow/index.js';
import { createOidcConfiguration, type OidcSettings } from './configuration.js';

/** Allowed clock difference, the same as openid-client uses for other times. */
const TOLERANCE_SECONDS = 30;

/** Creates the OpenID Connect flow; `callback` is the registered redirect URI. */
export function createOidcFlow(settings: OidcSettings, callback: URL, timeoutMs: number): CodeFlow {
  const configured = createOidcConfiguration(settings, timeoutMs);
  return {
    begin: async (secrets) =>
      authorizationUrl(await configured(), { callback, scope: settings.scope }, secrets),
    finish: async (answer, { state, nonce, codeVerifier }) => {
      const configuration = await configured();
      const tokens = await authorizationCodeGrant(
        configuration,
        new URL(`${callback.href}?${answer.toString()}`),
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (claims === undefined) throw new ClientError('the response has no ID token');
      checkIdToken(claims, settings.clientId);
      const info = await readUserInfo(configuration, tokens.access_token, claims.sub);
      return profileOf(claims, info);
    },
  };
}

/** Checks what openid-client does not. */
function checkIdToken({ azp, iat }: IDToken, clientId: string): void {
  if (azp !== undefined && azp !== clientId) {
    throw new ClientError('the ID token was issued to another party (azp)');
  }
  if (iat > Date.now() / 1000 + TOLERANCE_SECONDS) {
    throw new ClientError('the ID token was issued in the future (iat)');
  }
}

const readUserInfo = async (
  configuration: Configuration,
  accessToken: string,
  subject: string,
): Promise<Claims> =>
  configuration.serverMetadata().userinfo_endpoint === undefined
    ? {}
    : fetchUserInfo(configuration, accessToken, subject);

function profileOf(claims: IDToken, info: Claims): ExternalProfile {
  const subject = subjectOf(claims.sub);
  if (subject === null) throw new ClientError('the subject is unusable');
  return {
    origin: 'oidc',
    // Issuers contain no spaces.
    subject: `${claims.iss} ${subject}`,
    ...emailOf([claims, info]),
    name: nameOf(claims['name']) ?? nameOf(info['name']),
    role: roleOf(claims['roles'] ?? info['roles']),
  };
}
