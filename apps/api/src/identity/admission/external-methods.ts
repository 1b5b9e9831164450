import type { ApiSettings } from '@sluice/config';

/**
 * Whether another service proves who has which address. Then nobody takes one unproven, by signing up or
 * by changing their own: its owner would come into an account whose password somebody else knows.
 */
export const hasOtherMethods = (settings: ApiSettings): boolean =>
  settings.SERVICE_AUTH_PROXY_ENABLED ||
  settings.SERVICE_LDAP_AUTH_ENABLED ||
  settings.SERVICE_OAUTH_CLIENT_ID !== undefined ||
  settings.SERVICE_OIDC_CLIENT_ID !== undefined ||
  settings.SERVICE_SAML_ENTRY_POINT !== undefined;
