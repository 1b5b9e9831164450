import type { ApiSettings } from '@sluice/config';
import type { PendingSignInRepository } from '@sluice/database';
import type { AdmissionDependencies } from '../admission/index.js';

/** Dependencies of the redirect sign-in methods (OAuth 2.0, OpenID Connect, SAML). */
export interface SignInMethodDependencies {
  settings: ApiSettings;
  admission: AdmissionDependencies;
  pendingSignIns: PendingSignInRepository;
  /** Timeout of one response of an identity provider, in milliseconds. */
  providerTimeoutMs: number;
}
