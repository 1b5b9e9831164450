import type { FieldError } from '@sluice/errors';
import { readCertificates } from './certificates.js';
import { isCookieSecure } from './cookie.js';
import { isSafeProviderUrl } from './provider-url.js';
import { parseProxyHeaders } from './proxy-headers.js';
import type { SettingName, Settings } from './settings/index.js';

/** Collects the problems that a check finds. */
interface Report {
  /** Adds a problem of a setting. */
  fail(path: SettingName, message: string): void;
  /** Adds a problem for each of `names` that is not set although `on` is. */
  requires(on: SettingName, ...names: SettingName[]): void;
}

/** The problems of settings that contradict or need each other. */
export function crossChecks(loaded: Settings): FieldError[] {
  const errors: FieldError[] = [];
  const fail = (path: SettingName, message: string) => {
    errors.push({ path, message: `${path} ${message}` });
  };
  const requires = (on: SettingName, ...names: SettingName[]) => {
    const isOn = loaded[on] !== undefined && loaded[on] !== false;
    for (const name of names) if (isOn && loaded[name] === undefined) fail(on, `requires ${name}`);
  };
  for (const check of [checkSecrets, checkCookies, checkOauth, checkDirectories, checkServices]) {
    check(loaded, { fail, requires });
  }
  return errors;
}

function checkSecrets(loaded: Settings, { fail }: Report): void {
  if (loaded.SERVICE_ADMIN_PASSWORD !== undefined && loaded.SERVICE_ADMIN === undefined) {
    fail('SERVICE_ADMIN_PASSWORD', 'requires SERVICE_ADMIN');
  }
  if (loaded.SERVICE_ADMIN !== undefined && !loaded.SERVICE_ADMIN.includes('@')) {
    fail('SERVICE_ADMIN', 'must be an email address');
  }
  const secrets = [
    'SERVICE_PASSPHRASE',
    'SERVICE_COOKIE_SECRET',
    'SERVICE_SERVICE_TOKEN_SECRET',
    'SERVICE_WEBHOOK_SECRET',
  ] as const;
  for (const [index, name] of secrets.entries()) {
    const same = secrets.slice(0, index).find((other) => loaded[other] === loaded[name]);
    if (same !== undefined && loaded[name] !== undefined) fail(name, `must differ from ${same}`);
  }
}

function checkCookies(loaded: Settings, { fail }: Report): void {
  // Browsers reject SameSite=None cookies without Secure.
  if (loaded.SERVICE_SESSION_COOKIE_SAME_SITE === 'none' && !isCookieSecure(loaded)) {
    fail('SERVICE_SESSION_COOKIE_SAME_SITE', 'none requires SERVICE_COOKIE_SECURE=true');
  }
  // Browsers reject a prefixed cookie without the attributes that the prefix requires.
  const [, prefix] = /^__(host|secure)-/i.exec(loaded.SERVICE_COOKIE_NAME) ?? [];
  if (prefix !== undefined && !isCookieSecure(loaded)) {
    fail('SERVICE_COOKIE_NAME', 'with this prefix requires SERVICE_COOKIE_SECURE=true');
  }
  if (prefix?.toLowerCase() === 'host' && loaded.SERVICE_BASE_URL !== '') {
    fail('SERVICE_COOKIE_NAME', '__Host- requires that SERVICE_BASE_URL is not set');
  }
}

const oauthEndpoints = [
  'SERVICE_OAUTH_AUTHORIZATION_URL',
  'SERVICE_OAUTH_TOKEN_URL',
  'SERVICE_OAUTH_USER_INFO_URL',
] as const;

function checkOauth(loaded: Settings, { fail, requires }: Report): void {
  requires('SERVICE_OAUTH_CLIENT_ID', 'SERVICE_OAUTH_CLIENT_SECRET', 'PUBLIC_URL');
  requires(
    'SERVICE_OIDC_CLIENT_ID',
    'SERVICE_OIDC_CLIENT_SECRET',
    'SERVICE_OIDC_ISSUER',
    'PUBLIC_URL',
  );
  const endpoints = [
    'SERVICE_OIDC_AUTHORIZATION_URL',
    'SERVICE_OIDC_TOKEN_URL',
    'SERVICE_OIDC_USER_INFO_URL',
  ] as const;
  for (const endpoint of endpoints) requires(endpoint, ...endpoints);
  requires('SERVICE_OIDC_JWKS_URL', ...endpoints);
  const ofOidc = ['SERVICE_OIDC_ISSUER', 'SERVICE_OIDC_JWKS_URL', ...endpoints] as const;
  for (const name of [...ofOidc, ...oauthEndpoints]) {
    const address = loaded[name];
    if (address !== undefined && !isSafeProviderUrl(address)) {
      fail(name, 'must start with https://; http:// is allowed for localhost only');
    }
  }
  if (!loaded.SERVICE_OIDC_SCOPE.split(/\s+/).includes('openid')) {
    fail('SERVICE_OIDC_SCOPE', 'must contain openid');
  }
}

/** SAML and LDAP. */
function checkDirectories(loaded: Settings, { fail, requires }: Report): void {
  requires('SERVICE_SAML_ENTRY_POINT', 'SERVICE_SAML_CERT', 'SERVICE_SAML_ISSUER', 'PUBLIC_URL');
  if (
    loaded.SERVICE_SAML_CERT !== undefined &&
    readCertificates(loaded.SERVICE_SAML_CERT) === null
  ) {
    fail('SERVICE_SAML_CERT', 'must contain RSA certificates (2048 bits or more) in Base64');
  }
  requires(
    'SERVICE_LDAP_AUTH_ENABLED',
    'SERVICE_LDAP_URL',
    'SERVICE_LDAP_SEARCH_BASE',
    'SERVICE_LDAP_SEARCH_FILTER',
  );
  requires('SERVICE_LDAP_BIND_DN', 'SERVICE_LDAP_PASSWORD');
  if (loaded.SERVICE_LDAP_SEARCH_FILTER?.includes('{{username}}') === false) {
    fail('SERVICE_LDAP_SEARCH_FILTER', 'must contain {{username}}');
  }
  if (loaded.SERVICE_LDAP_START_TLS && /^ldaps:/i.test(loaded.SERVICE_LDAP_URL ?? '')) {
    fail('SERVICE_LDAP_START_TLS', 'requires an ldap:// URL');
  }
  if (loaded.SERVICE_LDAP_CA?.includes('-----BEGIN CERTIFICATE-----') === false) {
    fail('SERVICE_LDAP_CA', 'must be a PEM certificate');
  }
}

/** Webhooks, the results store and the authenticating proxy. */
function checkServices(loaded: Settings, { fail, requires }: Report): void {
  requires('SERVICE_WEBHOOK_ENABLED', 'SERVICE_WEBHOOK_SECRET');
  const { SERVICE_RESULTS_STORE: store, SERVICE_RESULTS_S3_BUCKET: bucket } = loaded;
  if (store === 's3' && bucket === undefined) {
    fail('SERVICE_RESULTS_STORE', 's3 requires SERVICE_RESULTS_S3_BUCKET');
  }
  requires('SERVICE_RESULTS_S3_ACCESS_KEY_ID', 'SERVICE_RESULTS_S3_SECRET_ACCESS_KEY');
  requires('SERVICE_RESULTS_S3_SECRET_ACCESS_KEY', 'SERVICE_RESULTS_S3_ACCESS_KEY_ID');
  if (loaded.SERVICE_AUTH_PROXY_ENABLED) {
    const { problems } = parseProxyHeaders(loaded.SERVICE_AUTH_PROXY_HEADERS);
    for (const problem of problems) fail('SERVICE_AUTH_PROXY_HEADERS', problem);
  }
}
