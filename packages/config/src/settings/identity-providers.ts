import { z } from 'zod';
import { blankAsUnset, text, textOr, flag, url, urlOr, role } from './rules.js';

/** Sign-in by OAuth 2.0, OpenID Connect, SAML and LDAP. */
export const identityProviderSettings = {
  SERVICE_OAUTH_CLIENT_ID: text().describe('OAuth 2.0: client ID. Enables the sign-in method.'),
  SERVICE_OAUTH_CLIENT_SECRET: text().describe('OAuth 2.0: client secret.'),
  SERVICE_OAUTH_DEFAULT_ROLE: role('editor').describe('OAuth 2.0: role of new users.'),
  SERVICE_OAUTH_AUTHORIZATION_URL: urlOr('https://accounts.google.com/o/oauth2/v2/auth').describe(
    'OAuth 2.0: authorization endpoint.',
  ),
  SERVICE_OAUTH_TOKEN_URL: urlOr('https://oauth2.googleapis.com/token').describe(
    'OAuth 2.0: token endpoint.',
  ),
  SERVICE_OAUTH_USER_INFO_URL: urlOr('https://openidconnect.googleapis.com/v1/userinfo').describe(
    'OAuth 2.0: userinfo endpoint.',
  ),
  SERVICE_OAUTH_SCOPE: textOr('openid email profile').describe('OAuth 2.0: requested scope.'),
  SERVICE_OAUTH_LINK_HTML: textOr('Sign in with OAuth').describe(
    'OAuth 2.0: HTML of the sign-in link; it is sanitized.',
  ),
  SERVICE_OIDC_LINK_HTML: textOr('Sign in with OpenID').describe(
    'OpenID Connect: HTML of the sign-in link; it is sanitized.',
  ),
  SERVICE_OIDC_CLIENT_ID: text().describe('OpenID Connect: client ID. Enables the sign-in method.'),
  SERVICE_OIDC_CLIENT_SECRET: text().describe('OpenID Connect: client secret.'),
  SERVICE_OIDC_SCOPE: textOr('openid profile email roles').describe(
    'OpenID Connect: requested scope.',
  ),
  SERVICE_OIDC_ISSUER: url('http:', 'https:').describe('OpenID Connect: issuer URL.'),
  SERVICE_OIDC_AUTHORIZATION_URL: url('http:', 'https:').describe(
    'OpenID Connect: authorization endpoint, only for an issuer without discovery.',
  ),
  SERVICE_OIDC_TOKEN_URL: url('http:', 'https:').describe(
    'OpenID Connect: token endpoint, only for an issuer without discovery.',
  ),
  SERVICE_OIDC_USER_INFO_URL: url('http:', 'https:').describe(
    'OpenID Connect: userinfo endpoint, only for an issuer without discovery.',
  ),
  SERVICE_OIDC_JWKS_URL: url('http:', 'https:').describe(
    'OpenID Connect: JWKS endpoint, only for an issuer without discovery. Without it signatures are not verified.',
  ),
  SERVICE_SAML_AUTH_CONTEXT: text().describe('SAML: requested authentication context, a URI.'),
  SERVICE_SAML_CALLBACK_URL: url('http:', 'https:').describe(
    'SAML: assertion consumer service URL. Default: PUBLIC_URL, base path and /login/callback.',
  ),
  SERVICE_SAML_CERT: text().describe(
    'SAML: signing certificates of the identity provider in Base64, separated by commas.',
  ),
  SERVICE_SAML_ENTRY_POINT: url('http:', 'https:').describe(
    'SAML: single sign-on URL of the identity provider. Enables the sign-in method.',
  ),
  SERVICE_SAML_ISSUER: text().describe('SAML: entity ID of this service.'),
  SERVICE_SAML_IDP_ISSUER: text().describe(
    'SAML: entity ID of the identity provider. Unset accepts any issuer whose certificate matches.',
  ),
  SERVICE_SAML_LINK_HTML: textOr('Sign in with SSO').describe(
    'SAML: HTML of the sign-in link; it is sanitized.',
  ),
  SERVICE_SAML_AUTO_SIGN_UP: flag(false).describe('SAML: creates unknown users at sign-in.'),
  SERVICE_SAML_DEFAULT_ROLE: role('editor').describe(
    'SAML: role of users who are not in the admin group.',
  ),
  SERVICE_SAML_ENFORCED_ROLE: flag(false).describe('SAML: updates the role at each sign-in.'),
  SERVICE_SAML_ADMIN_GROUP: text().describe('SAML: group whose members are admins.'),
  SERVICE_LDAP_AUTH_ENABLED: flag(false).describe(
    'Enables sign-in with LDAP user names and passwords.',
  ),
  SERVICE_LDAP_URL: url('ldap:', 'ldaps:').describe(
    'LDAP: URL of the directory server, ldap:// or ldaps://.',
  ),
  SERVICE_LDAP_START_TLS: flag(false).describe(
    'LDAP: upgrades the connection with StartTLS before anything else is sent.',
  ),
  SERVICE_LDAP_CA: text().describe('LDAP: CA certificates of the directory server, PEM.'),
  SERVICE_LDAP_SEARCH_BASE: text().describe('LDAP: search base of users.'),
  SERVICE_LDAP_BIND_DN: text().describe('LDAP: bind DN for searches.'),
  SERVICE_LDAP_PASSWORD: text().describe('LDAP: password of the bind DN.'),
  SERVICE_LDAP_SEARCH_FILTER: text().describe(
    'LDAP: search filter of users. {{username}} is replaced with the user name.',
  ),
  SERVICE_LDAP_AUTO_SIGN_UP: flag(true).describe('LDAP: creates unknown users at sign-in.'),
  SERVICE_LDAP_ROLE_ADMIN_FILTER: text().describe('LDAP: filter that matches admins.'),
  SERVICE_LDAP_ROLE_EDITOR_FILTER: text().describe('LDAP: filter that matches editors.'),
  SERVICE_LDAP_DEFAULT_ROLE: z
    .preprocess(
      blankAsUnset,
      z
        .enum(['admin', 'editor', 'denied'], { error: 'must be admin, editor or denied' })
        .optional(),
    )
    .describe(
      'LDAP: role when no filter matches. `denied` or unset rejects users without an account.',
    ),
} as const;
