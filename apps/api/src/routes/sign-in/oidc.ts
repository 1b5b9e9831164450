import type { Scope } from '../../scope.js';
import { admit } from '../../services/sign-in/admission.js';
import { isAllowedDomain } from '../../services/sign-in/allowed-domain.js';
import { callbackUrl } from '../../services/sign-in/callback-url.js';
import { oidcSettingsOf } from '../../services/sign-in/oidc-configuration.js';
import { createOidcFlow } from '../../services/sign-in/oidc-flow.js';
import type { BrowserSignIn } from './browser.js';
import { pendingFlows, registerCodeFlow } from './code-flow.js';
import type { SignInMethodDependencies } from './method-dependencies.js';

/** Sign-in by OpenID Connect, where the settings turn it on. */
export function registerOidc(
  scope: Scope,
  { settings, services, providerTimeoutMs }: SignInMethodDependencies,
  browser: BrowserSignIn,
): void {
  const oidc = oidcSettingsOf(settings);
  if (oidc === null) return;
  const callback = callbackUrl(settings, '/auth/oidc/callback');
  registerCodeFlow(scope, {
    method: 'oidc',
    flow: createOidcFlow(oidc, callback, providerTimeoutMs),
    pending: pendingFlows('oidc', callback, services.pendingSignIns),
    browser,
    admit: (profile) =>
      admit(services.admission, profile, {
        mayCreate: isAllowedDomain(profile.email, settings.SERVICE_ALLOWED_DOMAINS),
        defaultRole: 'editor',
        syncRole: 'marked',
      }),
  });
}
