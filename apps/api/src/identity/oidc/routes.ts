import type { Scope } from '../../http/index.js';
import { admit, isAllowedDomain } from '../admission/index.js';
import {
  type BrowserSignIn,
  callbackUrl,
  type SignInMethodDependencies,
} from '../redirect/index.js';
import { oidcSettingsOf } from './configuration.js';
import { createOidcFlow } from './flow.js';
import { pendingFlows, registerCodeFlow } from '../code-flow/index.js';

/** Sign-in by OpenID Connect, where the settings turn it on. */
export function registerOidc(
  scope: Scope,
  { settings, admission, pendingSignIns, providerTimeoutMs }: SignInMethodDependencies,
  browser: BrowserSignIn,
): void {
  const oidc = oidcSettingsOf(settings);
  if (oidc === null) return;
  const callback = callbackUrl(settings, '/auth/oidc/callback');
  registerCodeFlow(scope, {
    method: 'oidc',
    flow: createOidcFlow(oidc, callback, providerTimeoutMs),
    pending: pendingFlows('oidc', callback, pendingSignIns),
    browser,
    admit: (profile) =>
      admit(admission, profile, {
        mayCreate: isAllowedDomain(profile.email, settings.SERVICE_ALLOWED_DOMAINS),
        defaultRole: 'editor',
        syncRole: 'marked',
      }),
  });
}
