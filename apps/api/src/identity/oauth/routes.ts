import type { Scope } from '../../http/index.js';
import { admit, isAllowedDomain } from '../admission/index.js';
import {
  type BrowserSignIn,
  callbackUrl,
  type SignInMethodDependencies,
} from '../redirect/index.js';
import { createOAuthFlow, oauthSettingsOf } from './flow.js';
import { pendingFlows, registerCodeFlow } from '../code-flow/index.js';

/** Sign-in by OAuth 2.0, where the settings turn it on. */
export function registerOAuth(
  scope: Scope,
  { settings, admission, pendingSignIns, providerTimeoutMs }: SignInMethodDependencies,
  browser: BrowserSignIn,
): void {
  const oauth = oauthSettingsOf(settings);
  if (oauth === null) return;
  const callback = callbackUrl(settings, '/auth/oauth/callback');
  registerCodeFlow(scope, {
    method: 'oauth',
    flow: createOAuthFlow(oauth, callback, providerTimeoutMs),
    pending: pendingFlows('oauth', callback, pendingSignIns),
    browser,
    admit: (profile) =>
      admit(admission, profile, {
        mayCreate: isAllowedDomain(profile.email, settings.SERVICE_ALLOWED_DOMAINS),
        defaultRole: settings.SERVICE_OAUTH_DEFAULT_ROLE,
        syncRole: 'never',
      }),
  });
}
