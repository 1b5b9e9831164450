import type { ApiSettings } from '@sluice/config';

/**
 * Returns whether another service verifies email addresses. Then users cannot claim an unverified
 * address by sign-up or by changing their own: its owner would later sign in to an account whose
 * password another user knows.
 */
export const hasExternalMethods = (settings: ApiSettings): boolean =>
  settings.SERVICE_AUTH_PROXY_ENABLED ||
  settings.SERVICE_LDAP_AUTH_ENABLED ||
  settings.SERVICE_OAUTH_CLIENT_ID !== undefined ||
  settings.SERVICE_OIDC_CLIENT_ID !== undefined ||
  settings.SERVICE_SAML_ENTRY_POINT !== undefined;
