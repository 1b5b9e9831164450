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
import { allowOnThisMachine, assertSafe, prepareTransport, safeFetch } from '../code-flow/index.js';
import { createRenewed } from '../../cache/index.js';

/** The settings of OpenID Connect, where the method is on. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** For an issuer that does not publish them. */
  endpoints: {
    authorization: string;
    token: string;
    userInfo: string;
    /** Where its keys are; undefined: nobody knows. */
    keys: string | undefined;
  } | null;
}

/** Null when the method is off. */
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
 * Signatures by a key that only the provider has. `none` and the HS family, whose key might be a public
 * one, are not among them.
 */
const allowedAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512'],
];

const discoveredForMs = 60 * 60_000;

/**
 * How to talk to the provider. It is asked for its endpoints when somebody first signs in, so that a
 * provider that is away does not stop the service's start.
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
  return createRenewed(() => discover(settings, timeoutMs), discoveredForMs);
}

async function discover(settings: OidcSettings, timeoutMs: number): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  const found = await discovery(issuer, settings.clientId, undefined, undefined, {
    timeout: timeoutMs / 1000,
    [customFetch]: safeFetch,
    execute: isLocal(settings.issuer) ? [allowOnThisMachine] : [],
  });
  const metadata = found.serverMetadata();
  // openid-client makes exceptions for some providers; whose subjects are whose hangs on this name.
  if (new URL(metadata.issuer).href !== issuer.href) {
    throw new ClientError('the discovered issuer is not the one of the settings');
  }
  checkMetadata(metadata);
  const configuration = configurationOf(settings, metadata, timeoutMs);
  // Without it the signature of an ID token that came by TLS would not be looked at.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Now rather than when somebody has signed in there. */
function checkMetadata(metadata: ServerMetadata): void {
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri } = metadata;
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri]) {
    if (endpoint === undefined) throw new ClientError('the provider lacks an endpoint');
    assertSafe(endpoint);
  }
  if (userinfo_endpoint !== undefined) assertSafe(userinfo_endpoint);
  if (allowed(offered(metadata)).length === 0) {
    throw new ClientError('the provider has no signature that is taken here');
  }
}

/**
 * Without a place to read keys from, that a token comes by TLS from the token URL itself stands for its signature,
 * as OpenID Connect Core 3.1.3.7 allows for the code flow.
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
  // Basic is what the standard has everybody understand.
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
