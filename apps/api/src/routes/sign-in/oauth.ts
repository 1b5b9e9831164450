import type { Scope } from '../../scope.js';
import { admit } from '../../services/sign-in/admission.js';
import { isAllowedDomain } from '../../services/sign-in/allowed-domain.js';
import { callbackUrl } from '../../services/sign-in/callback-url.js';
import { createOAuthFlow, oauthSettingsOf } from '../../services/sign-in/oauth-flow.js';
import type { BrowserSignIn } from './browser.js';
import { pendingFlows, registerCodeFlow } from './code-flow.js';
import type { SignInMethodDependencies } from './method-dependencies.js';

/** Sign-in by OAuth 2.0, where the settings turn it on. */
export function registerOAuth(
  scope: Scope,
  { settings, services, providerTimeoutMs }: SignInMethodDependencies,
  browser: BrowserSignIn,
): void {
  const oauth = oauthSettingsOf(settings);
  if (oauth === null) return;
  const callback = callbackUrl(settings, '/auth/oauth/callback');
  registerCodeFlow(scope, {
    method: 'oauth',
    flow: createOAuthFlow(oauth, callback, providerTimeoutMs),
    pending: pendingFlows('oauth', callback, services.pendingSignIns),
    browser,
    admit: (profile) =>
      admit(services.admission, profile, {
        mayCreate: isAllowedDomain(profile.email, settings.SERVICE_ALLOWED_DOMAINS),
        defaultRole: settings.SERVICE_OAUTH_DEFAULT_ROLE,
        syncRole: 'never',
      }),
  });
}
