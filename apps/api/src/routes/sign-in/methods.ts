import type { ApiSettings } from '@sluice/config';
import type { Scope } from '../../scope.js';
import type { Services } from '../../services/services.js';
import { createBrowserSignIn } from './browser.js';
import { registerSaml } from './saml.js';

/** What the ways of signing in through another service work with. */
export interface SignInMethodDependencies {
  settings: ApiSettings;
  services: Services;
}

/** The routes of each way that the settings name; those of the others are not there. */
export function registerSignInMethods(
  scope: Scope,
  { settings, services }: SignInMethodDependencies,
): void {
  const browser = createBrowserSignIn(settings, services.audit);
  registerSaml(scope, { settings, services, browser });
}
