import type { ApiSettings } from '@sluice/config';
import {
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import { allowLocalHttp, assertSafe, prepareTransport, safeFetch } from '../code-flow/index.js';
import { createRefreshingValue } from '../../cache/index.js';

/** The settings of an enabled OpenID Connect sign-in. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** For a provider without discovery. */
  endpoints: {
    authorization: string;
    token: string;
    userInfo: string;
    /** The JWKS URL; undefined: keys are not available. */
    keys: string | undefined;
  } | null;
}

/** Returns null when OpenID Connect is disabled. */
export function oidcSettingsOf(settings: ApiSettings): OidcSettings | null {
  const {
    SERVICE_OIDC_CLIENT_ID: clientId,
    SERVICE_OIDC_CLIENT_SECRET: clientSecret,
    SERVICE_OIDC_ISSUER: issuer,
    SERVICE_OIDC_SCOPE: scope,
    SERVICE_OIDC_AUTHORIZATION_URL: authorization,
    SERVICE_OIDC_TOKEN_URL: token,
    SERVICE_OIDC_USER_INFO_URL: userInfo,
    SERVICE_OIDC_JWKS_URL: keys,
  } = settings;
  if (clientId === undefined || clientSecret === undefined || issuer === undefined) return null;
  const isExplicit = authorization !== undefined && token !== undefined && userInfo !== undefined;
  const endpoints = isExplicit ? { authorization, token, userInfo, keys } : null;
  return { issuer, clientId, clientSecret, scope, endpoints };
}

/**
 * Asymmetric signatures only. `none` is excluded, and so are the HS algorithms, whose key could be
 * a public one.
 */
const allowedAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512'],
];

const DISCOVERY_MAX_AGE_MS = 60 * 60_000;

/**
 * Returns the configuration of the provider. Discovery happens at the first sign-in, so that an
 * unavailable provider does not prevent the start of the service.
 */
export function createOidcConfiguration(
  settings: OidcSettings,
  timeoutMs: number,
): () => Promise<Configuration> {
  if (settings.endpoints !== null) {
    const metadata = explicitMetadata(settings, settings.endpoints);
    const configuration = configurationOf(settings, metadata, timeoutMs);
    if (settings.endpoints.keys !== undefined) enableNonRepudiationChecks(configuration);
    return () => Promise.resolve(configuration);
  }
  return createRefreshingValue(() => discover(settings, timeoutMs), DISCOVERY_MAX_AGE_MS);
}

async function discover(settings: OidcSettings, timeoutMs: number): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  const found = await discovery(issuer, settings.clientId, undefined, undefined, {
    timeout: timeoutMs / 1000,
    [customFetch]: safeFetch,
    execute: isLocal(settings.issuer) ? [allowLocalHttp] : [],
  });
  const metadata = found.serverMetadata();
  // openid-client accepts other issuers for some providers, but the issuer is part of the identity
  // of every user.
  if (new URL(metadata.issuer).href !== issuer.href) {
    throw new ClientError('the discovered issuer differs from SERVICE_OIDC_ISSUER');
  }
  checkMetadata(metadata);
  const configuration = configurationOf(settings, metadata, timeoutMs);
  // Otherwise the signature of an ID token received over TLS would not be verified.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Fails during discovery instead of after the user has signed in at the provider. */
function checkMetadata(metadata: ServerMetadata): void {
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri } = metadata;
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri]) {
    if (endpoint === undefined) throw new ClientError("the provider's metadata lacks an endpoint");
    assertSafe(endpoint);
  }
  if (userinfo_endpoint !== undefined) assertSafe(userinfo_endpoint);
  if (allowed(offered(metadata)).length === 0) {
    throw new ClientError('the provider supports no allowed signature algorithm');
  }
}

/**
 * Without a JWKS URL, the TLS connection to the token URL replaces the signature check, as OpenID
 * Connect Core 3.1.3.7 allows for the code flow.
 */
const explicitMetadata = (
  { issuer }: OidcSettings,
  { authorization, token, userInfo, keys }: NonNullable<OidcSettings['endpoints']>,
): ServerMetadata => ({
  issuer,
  authorization_endpoint: authorization,
  token_endpoint: token,
  userinfo_endpoint: userInfo,
  ...(keys === undefined ? {} : { jwks_uri: keys }),
  id_token_signing_alg_values_supported: allowedAlgorithms,
});

function configurationOf(
  settings: OidcSettings,
  metadata: ServerMetadata,
  timeoutMs: number,
): Configuration {
  const { clientId, clientSecret } = settings;
  const restricted: ServerMetadata = {
    ...metadata,
    id_token_signing_alg_values_supported: allowed(offered(metadata)),
    userinfo_signing_alg_values_supported: allowed(
      metadata.userinfo_signing_alg_values_supported ?? [],
    ),
  };
  // The standard requires providers to support Basic.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? ClientSecretBasic(clientSecret)
    : ClientSecretPost(clientSecret);
  const configuration = new Configuration(restricted, clientId, undefined, authentication);
  prepareTransport(configuration, { isLocal: isLocal(settings.issuer), timeoutMs });
  return configuration;
}

const offered = (metadata: ServerMetadata): readonly string[] =>
  metadata.id_token_signing_alg_values_supported ?? ['RS256'];

const allowed = (algorithms: readonly string[]): string[] =>
  algorithms.filter((algorithm) => allowedAlgorithms.includes(algorithm));

const isLocal = (issuer: string): boolean => new URL(issuer).protocol === 'http:';
