import { AppError, type FieldError } from '@sluice/errors';
import { adviceOn } from './advice.js';
import { readCertificates } from './certificates.js';
import {
  connectionPrefix,
  environmentConnections,
  type EnvironmentConnection,
} from './connections.js';
import { isCookieSecure } from './cookie.js';
import type { Environment } from './environment.js';
import { nearest } from './nearest.js';
import { nodeProblems } from './node-version.js';
import { isSafeProviderUrl } from './provider-url.js';
import { parseProxyHeaders } from './proxy-headers.js';
import { sqlpadWarnings } from './sqlpad-names.js';
import { settings, type SettingName, type Settings } from './settings/index.js';

/** What {@link loadSettings} gives. */
export interface LoadedSettings {
  settings: Settings;
  /** Fit for the log: names that look like settings and are none, and settings rarely meant so. */
  warnings: string[];
  /** Of the environment; nothing is known yet of what their fields mean. */
  connections: EnvironmentConnection[];
}

/** Says what is wrong with the connections of the environment, at the names of their variables. */
export type CheckConnections = (
  connections: EnvironmentConnection[],
  settings: Settings,
) => FieldError[];

/**
 * Parses the environment against the one table of settings; those `required` must be set. What drivers need is
 * for `checkConnections` to know. A Node that is too old is a problem like the others.
 *
 * @throws AppError `configuration` with every problem at once, by name.
 */
export function loadSettings(
  environment: Environment,
  required: readonly SettingName[] = [],
  checkConnections: CheckConnections = () => [],
): LoadedSettings {
  const errors: FieldError[] = nodeProblems();
  const parsed: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(settings)) {
    const result = schema.safeParse(environment[name]);
    if (result.success) parsed[name] = result.data;
    else errors.push({ path: name, message: `${name} ${result.error.issues[0]?.message ?? ''}` });
  }
  const loaded = parsed as Settings;
  errors.push(...missing(environment, required), ...crossChecks(loaded));
  const { connections, malformed } = environmentConnections(environment);
  for (const path of malformed) {
    errors.push({ path, message: `${path} must be ${connectionPrefix}<id>__<field>` });
  }
  errors.push(...checkConnections(connections, loaded));
  if (errors.length > 0) {
    const detail = errors.map((error) => error.message).join('\n');
    throw new AppError('configuration', 500, 'Invalid configuration', { errors, detail });
  }
  const warnings = [
    ...unknownNames(environment),
    ...sqlpadWarnings(environment, Object.keys(settings)),
    ...adviceOn(loaded),
  ];
  return { settings: loaded, warnings, connections };
}

function missing(environment: Environment, required: readonly SettingName[]): FieldError[] {
  return required
    .filter((name) => (environment[name] ?? '') === '')
    .map((name) => ({ path: name, message: `${name} is required` }));
}

function crossChecks(loaded: Settings): FieldError[] {
  const errors: FieldError[] = [];
  const fail = (path: SettingName, message: string) => {
    errors.push({ path, message: `${path} ${message}` });
  };
  if (loaded.SERVICE_ADMIN_PASSWORD !== undefined && loaded.SERVICE_ADMIN === undefined) {
    fail('SERVICE_ADMIN_PASSWORD', 'needs SERVICE_ADMIN');
  }
  if (loaded.SERVICE_ADMIN !== undefined && !loaded.SERVICE_ADMIN.includes('@')) {
    fail('SERVICE_ADMIN', 'must be an e-mail address');
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
  // Browsers drop such a cookie.
  if (loaded.SERVICE_SESSION_COOKIE_SAME_SITE === 'none' && !isCookieSecure(loaded)) {
    fail('SERVICE_SESSION_COOKIE_SAME_SITE', 'none needs SERVICE_COOKIE_SECURE=true');
  }
  // Nor do they keep one that does not hold what its prefix promises.
  const [, prefix] = /^__(host|secure)-/i.exec(loaded.SERVICE_COOKIE_NAME) ?? [];
  if (prefix !== undefined && !isCookieSecure(loaded)) {
    fail('SERVICE_COOKIE_NAME', 'with this prefix needs SERVICE_COOKIE_SECURE=true');
  }
  if (prefix?.toLowerCase() === 'host' && loaded.SERVICE_BASE_URL !== '') {
    fail('SERVICE_COOKIE_NAME', '__Host- is for a service without SERVICE_BASE_URL');
  }
  const needs = (on: SettingName, ...names: SettingName[]) => {
    const isOn = loaded[on] !== undefined && loaded[on] !== false;
    for (const name of names) if (isOn && loaded[name] === undefined) fail(on, `needs ${name}`);
  };
  needs('SERVICE_OAUTH_CLIENT_ID', 'SERVICE_OAUTH_CLIENT_SECRET', 'PUBLIC_URL');
  needs(
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
  for (const endpoint of endpoints) needs(endpoint, ...endpoints);
  needs('SERVICE_OIDC_JWKS_URL', ...endpoints);
  const ofOidc = ['SERVICE_OIDC_ISSUER', 'SERVICE_OIDC_JWKS_URL', ...endpoints] as const;
  for (const name of [...ofOidc, ...oauthEndpoints]) {
    const address = loaded[name];
    if (address !== undefined && !isSafeProviderUrl(address)) {
      fail(name, 'must begin with https://; http:// is for this machine only, such as localhost');
    }
  }
  if (!loaded.SERVICE_OIDC_SCOPE.split(/\s+/).includes('openid')) {
    fail('SERVICE_OIDC_SCOPE', 'must hold openid');
  }
  needs('SERVICE_SAML_ENTRY_POINT', 'SERVICE_SAML_CERT', 'SERVICE_SAML_ISSUER', 'PUBLIC_URL');
  if (
    loaded.SERVICE_SAML_CERT !== undefined &&
    readCertificates(loaded.SERVICE_SAML_CERT) === null
  ) {
    fail('SERVICE_SAML_CERT', 'must hold RSA certificates (2048 bits or more) in Base64');
  }
  needs(
    'SERVICE_LDAP_AUTH_ENABLED',
    'SERVICE_LDAP_URL',
    'SERVICE_LDAP_SEARCH_BASE',
    'SERVICE_LDAP_SEARCH_FILTER',
  );
  needs('SERVICE_LDAP_BIND_DN', 'SERVICE_LDAP_PASSWORD');
  if (loaded.SERVICE_LDAP_SEARCH_FILTER?.includes('{{username}}') === false) {
    fail('SERVICE_LDAP_SEARCH_FILTER', 'must hold {{username}}');
  }
  if (loaded.SERVICE_LDAP_START_TLS && /^ldaps:/i.test(loaded.SERVICE_LDAP_URL ?? '')) {
    fail('SERVICE_LDAP_START_TLS', 'is for ldap:// only');
  }
  if (loaded.SERVICE_LDAP_CA?.includes('-----BEGIN CERTIFICATE-----') === false) {
    fail('SERVICE_LDAP_CA', 'must be a certificate in PEM form');
  }
  needs('SERVICE_WEBHOOK_ENABLED', 'SERVICE_WEBHOOK_SECRET');
  const { SERVICE_RESULTS_STORE: store, SERVICE_RESULTS_S3_BUCKET: bucket } = loaded;
  if (store === 's3' && bucket === undefined) {
    fail('SERVICE_RESULTS_STORE', 's3 needs SERVICE_RESULTS_S3_BUCKET');
  }
  needs('SERVICE_RESULTS_S3_ACCESS_KEY_ID', 'SERVICE_RESULTS_S3_SECRET_ACCESS_KEY');
  needs('SERVICE_RESULTS_S3_SECRET_ACCESS_KEY', 'SERVICE_RESULTS_S3_ACCESS_KEY_ID');
  if (loaded.SERVICE_AUTH_PROXY_ENABLED) {
    const { problems } = parseProxyHeaders(loaded.SERVICE_AUTH_PROXY_HEADERS);
    for (const problem of problems) fail('SERVICE_AUTH_PROXY_HEADERS', problem);
  }
  return errors;
}

const oauthEndpoints = [
  'SERVICE_OAUTH_AUTHORIZATION_URL',
  'SERVICE_OAUTH_TOKEN_URL',
  'SERVICE_OAUTH_USER_INFO_URL',
] as const;

function unknownNames(environment: Environment): string[] {
  const known = Object.keys(settings);
  return Object.keys(environment)
    .filter((name) => name.startsWith('SERVICE_') && !known.includes(name))
    .filter((name) => !name.startsWith(connectionPrefix))
    .map((name) => `Unknown setting ${name}; did you mean ${nearest(name, known)}?`);
}
