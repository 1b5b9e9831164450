import { z } from 'zod';
import { blankAsUnset, text, textOr, flag, url, urlOr, role } from './rules.js';

/** Sign-in by OAuth 2.0, OpenID Connect, SAML and LDAP. */
export const identityProviderSettings = {
  SERVICE_OAUTH_CLIENT_ID: text().describe('OAuth 2.0: client id; set = the method is on.'),
  SERVICE_OAUTH_CLIENT_SECRET: text().describe('OAuth 2.0: client secret.'),
  SERVICE_OAUTH_DEFAULT_ROLE: role('editor').describe('OAuth 2.0: role of users added by it.'),
  SERVICE_OAUTH_AUTHORIZATION_URL: urlOr('https://accounts.google.com/o/oauth2/v2/auth').describe(
    'OAuth 2.0: where the browser is sent.',
  ),
  SERVICE_OAUTH_TOKEN_URL: urlOr('https://oauth2.googleapis.com/token').describe(
    'OAuth 2.0: where the code is exchanged.',
  ),
  SERVICE_OAUTH_USER_INFO_URL: urlOr('https://openidconnect.googleapis.com/v1/userinfo').describe(
    'OAuth 2.0: where the profile is read.',
  ),
  SERVICE_OAUTH_SCOPE: textOr('openid email profile').describe('OAuth 2.0: requested scope.'),
  SERVICE_OAUTH_LINK_HTML: textOr('Sign in with OAuth').describe(
    'OAuth 2.0: content of the sign-in link; sanitised.',
  ),
  SERVICE_OIDC_LINK_HTML: textOr('Sign in with OpenID').describe(
    'OpenID Connect: content of the sign-in link; sanitised.',
  ),
  SERVICE_OIDC_CLIENT_ID: text().describe('OpenID Connect: client id; set = the method is on.'),
  SERVICE_OIDC_CLIENT_SECRET: text().describe('OpenID Connect: client secret.'),
  SERVICE_OIDC_SCOPE: textOr('openid profile email roles').describe(
    'OpenID Connect: requested scope.',
  ),
  SERVICE_OIDC_ISSUER: url('http:', 'https:').describe('OpenID Connect: issuer.'),
  SERVICE_OIDC_AUTHORIZATION_URL: url('http:', 'https:').describe(
    'OpenID Connect: only for an issuer without well-known endpoints.',
  ),
  SERVICE_OIDC_TOKEN_URL: url('http:', 'https:').describe('OpenID Connect: the same.'),
  SERVICE_OIDC_USER_INFO_URL: url('http:', 'https:').describe('OpenID Connect: the same.'),
  SERVICE_OIDC_JWKS_URL: url('http:', 'https:').describe(
    "OpenID Connect: with those three, where the issuer's keys are; unset = signatures are not checked.",
  ),
  SERVICE_SAML_AUTH_CONTEXT: text().describe('SAML: requested authentication context, a URI.'),
  SERVICE_SAML_CALLBACK_URL: url('http:', 'https:').describe(
    'SAML: where answers are sent; by default PUBLIC_URL, mount path and /login/callback.',
  ),
  SERVICE_SAML_CERT: text().describe(
    "SAML: the identity provider's certificate, Base64; several with commas between.",
  ),
  SERVICE_SAML_ENTRY_POINT: url('http:', 'https:').describe(
    'SAML: where the browser is sent; set = the method is on.',
  ),
  SERVICE_SAML_ISSUER: text().describe('SAML: name of this service (entity id).'),
  SERVICE_SAML_IDP_ISSUER: text().describe(
    "SAML: the identity provider's name (entity id); unset = the certificate alone tells it.",
  ),
  SERVICE_SAML_LINK_HTML: textOr('Sign in with SSO').describe(
    'SAML: content of the sign-in link; sanitised.',
  ),
  SERVICE_SAML_AUTO_SIGN_UP: flag(false).describe('SAML: users unknown so far are added.'),
  SERVICE_SAML_DEFAULT_ROLE: role('editor').describe('SAML: role where no rule gives admin.'),
  SERVICE_SAML_ENFORCED_ROLE: flag(false).describe('SAML: the role is found anew at each sign-in.'),
  SERVICE_SAML_ADMIN_GROUP: text().describe('SAML: group whose members are admins.'),
  SERVICE_LDAP_AUTH_ENABLED: flag(false).describe('Sign-in by user name and password of LDAP.'),
  SERVICE_LDAP_URL: url('ldap:', 'ldaps:').describe('LDAP: the directory.'),
  SERVICE_LDAP_START_TLS: flag(false).describe('LDAP: begin TLS before anything is said.'),
  SERVICE_LDAP_CA: text().describe("LDAP: certificates that sign the directory's, PEM."),
  SERVICE_LDAP_SEARCH_BASE: text().describe('LDAP: where users are looked for.'),
  SERVICE_LDAP_BIND_DN: text().describe('LDAP: who looks for them.'),
  SERVICE_LDAP_PASSWORD: text().describe("LDAP: that one's password."),
  SERVICE_LDAP_SEARCH_FILTER: text().describe(
    'LDAP: which entry is a user; {{username}} stands for the name given.',
  ),
  SERVICE_LDAP_AUTO_SIGN_UP: flag(true).describe('LDAP: users unknown so far are added.'),
  SERVICE_LDAP_ROLE_ADMIN_FILTER: text().describe('LDAP: who of them is an admin.'),
  SERVICE_LDAP_ROLE_EDITOR_FILTER: text().describe('LDAP: who of them is an editor.'),
  SERVICE_LDAP_DEFAULT_ROLE: z
    .preprocess(
      blankAsUnset,
      z
        .enum(['admin', 'editor', 'denied'], { error: 'must be admin, editor or denied' })
        .optional(),
    )
    .describe('LDAP: role where no filter matches; denied or unset = no entry without an account.'),
} as const;
