import type { ApiSettings } from '@sluice/config';
import type { Services } from '../../services/services.js';

/** What the ways of signing in through another service work with. */
export interface SignInMethodDependencies {
  settings: ApiSettings;
  services: Services;
  /** Longest time that a provider may take for one answer. */
  providerTimeoutMs: number;
}
