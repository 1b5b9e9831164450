import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client';
import type { ExternalProfile } from '../admission/index.js';

/** The secrets that bind a provider's response to one sign-in. */
export interface FlowSecrets {
  /** Returned by the browser. */
  state: string;
  /** Returned in the ID token. */
  nonce: string;
  /** PKCE code verifier: its hash is sent first, the verifier with the code. */
  codeVerifier: string;
}

/** The authorization code flow with one provider. Throws the errors of openid-client. */
export interface CodeFlow {
  /** Returns the authorization URL for the browser. */
  begin(secrets: FlowSecrets): Promise<URL>;
  /** Returns the profile of the user; `answer` is the query of the callback request. */
  finish(answer: URLSearchParams, secrets: FlowSecrets): Promise<ExternalProfile>;
}

/** Generates new secrets for a sign-in. */
export const newFlowSecrets = (): FlowSecrets => ({
  state: randomState(),
  nonce: randomNonce(),
  codeVerifier: randomPKCECodeVerifier(),
});

/** Returns the authorization URL with state and PKCE. OpenID Connect adds its nonce. */
export const authorizationUrl = async (
  configuration: Configuration,
  { callback, scope }: { callback: URL; scope: string },
  { state, codeVerifier, nonce }: Omit<FlowSecrets, 'nonce'> & { nonce?: string },
): Promise<URL> =>
  buildAuthorizationUrl(configuration, {
    redirect_uri: callback.href,
    scope,
    state,
    ...(nonce === undefined ? {} : { nonce }),
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
