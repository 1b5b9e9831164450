import type { Scope } from '../../http/index.js';
import { registerCodeFlow } from '../code-flow/index.js';
import type { BrowserSignIn, SignInMethodDependencies } from '../redirect/index.js';
import { createOAuthFlow, oauthSettingsOf } from './flow.js';

/** Registers OAuth 2.0 sign-in if it is configured. */
export function registerOAuth(
  scope: Scope,
  dependencies: SignInMethodDependencies,
  browser: BrowserSignIn,
): void {
  const { settings, providerTimeoutMs } = dependencies;
  const oauth = oauthSettingsOf(settings);
  if (oauth === null) return;
  registerCodeFlow(scope, dependencies, browser, {
    method: 'oauth',
    createFlow: (callback) => createOAuthFlow(oauth, callback, providerTimeoutMs),
    policy: { defaultRole: settings.SERVICE_OAUTH_DEFAULT_ROLE, syncRole: 'never' },
  });
}
