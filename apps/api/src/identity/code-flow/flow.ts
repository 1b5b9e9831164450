import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { ExternalProfile } from '../admission/index.js';

/** What ties one answer of a provider to one sign-in; only this service knows it. */
export interface FlowSecrets {
  /** Comes back with the browser. */
  state: string;
  /** Comes back inside the ID token. */
  nonce: string;
  /** Sent with the code (PKCE); its hash went out before. */
  codeVerifier: string;
}

/** A sign-in by authorization code at one provider. Throws what openid-client throws. */
export interface CodeFlow {
  /** Where the browser has to go. */
  begin(secrets: FlowSecrets): Promise<URL>;
  /** Who came back with `answer`, the query that the provider sent the browser back with. */
  finish(answer: URLSearchParams, secrets: FlowSecrets): Promise<ExternalProfile>;
}

/** New secrets for each sign-in. */
export const newFlowSecrets = (): FlowSecrets => ({
  state: randomState(),
  nonce: randomNonce(),
  codeVerifier: randomPKCECodeVerifier(),
});
