import type { Scope } from '../../scope.js';
import { createBrowserSignIn } from './browser.js';
import type { SignInMethodDependencies } from './method-dependencies.js';
import { registerOAuth } from './oauth.js';
import { registerOidc } from './oidc.js';
import { registerSaml } from './saml.js';

/** The routes of each way that the settings name; those of the others are not there. */
export function registerSignInMethods(scope: Scope, dependencies: SignInMethodDependencies): void {
  const { settings, services } = dependencies;
  const browser = createBrowserSignIn(settings, services.audit);
  registerOidc(scope, dependencies, browser);
  registerOAuth(scope, dependencies, browser);
  registerSaml(scope, dependencies, browser);
}
