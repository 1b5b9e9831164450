import type { ApiSettings } from '@sluice/config';
import type { PendingSignInRepository } from '@sluice/database';
import type { AdmissionDependencies } from '../admission/index.js';

/** What every redirect sign-in method (OAuth 2.0, OpenID Connect, SAML) needs. */
export interface SignInMethodDependencies {
  settings: ApiSettings;
  admission: AdmissionDependencies;
  pendingSignIns: PendingSignInRepository;
  /** Time limit for one response of an identity provider, in milliseconds. */
  providerTimeoutMs: number;
}
