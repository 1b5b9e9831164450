import type { Scope } from '../../http/index.js';
import { registerCodeFlow } from '../code-flow/index.js';
import type { BrowserSignIn, SignInMethodDependencies } from '../redirect/index.js';
import { oidcSettingsOf } from './configuration.js';
import { createOidcFlow } from './flow.js';

/** Registers OpenID Connect sign-in if it is configured. */
export function registerOidc(
  scope: Scope,
  dependencies: SignInMethodDependencies,
  browser: BrowserSignIn,
): void {
  const { settings, providerTimeoutMs } = dependencies;
  const oidc = oidcSettingsOf(settings);
  if (oidc === null) return;
  registerCodeFlow(scope, dependencies, browser, {
    method: 'oidc',
    createFlow: (callback) => createOidcFlow(oidc, callback, providerTimeoutMs),
    policy: { defaultRole: 'editor', syncRole: 'marked' },
  });
}
