import { env } from 'node:process';
import type { ClientHttp } from './client-http.js';

/** SDK connection options used by this driver. */
export type SdkOptions = Readonly<Record<string, string | number | boolean>>;

/** An error that the SDK passes to a callback. */
export type SdkError = Error & {
  code?: unknown;
  data?: unknown;
  sqlState?: unknown;
  /** The response, if its status is not 200. */
  response?: unknown;
};

/** The SDK's validated options. */
export interface SdkConfig {
  readonly accessUrl: string;
  readonly account: string;
  readonly username: string;
  getAuthenticator(): string;
  getServiceName(): string;
  getClientType(): string;
  getClientVersion(): string;
  getClientEnvironment(): object;
}

/** The SDK's session: tokens, their renewal, and requests. */
export interface SdkService {
  connect(options: { json: object; callback: (error?: SdkError | null) => void }): void;
  request(options: {
    method: 'GET' | 'POST';
    url: string;
    headers: Readonly<Record<string, string>>;
    json?: object;
    callback: (error: SdkError | null | undefined, body: unknown) => void;
  }): void;
  destroy(options: { callback: (error?: SdkError | null) => void }): void;
  isConnected(): boolean;
}

/** A session with its state. */
export interface SdkContext {
  getServices(): { sf: SdkService };
  /** Serializable state of the session, as written by `connection.serialize()`. */
  getConfig(): object;
}

interface Authenticator {
  authenticate(kind: string, service: string, account: string, user: string): Promise<void>;
  updateBody(body: object): void;
}

/** The parts of snowflake-sdk that sign in and keep a session. */
export interface Sdk {
  createConfig(options: SdkOptions, isSignIn: boolean): SdkConfig;
  /** `state` is the {@link SdkContext.getConfig} of a session to resume. */
  createContext(config: SdkConfig, http: ClientHttp, state?: object): SdkContext;
  authenticatorOf(config: SdkConfig, http: ClientHttp): Authenticator;
  /** The body of a sign-in without the authenticator's part. */
  signInBody(config: SdkConfig): object;
}

let loaded: Promise<Sdk> | null = null;

/** Loads the SDK on first use: this takes seconds and 40 MB. */
export const loadSdk = (): Promise<Sdk> => (loaded ??= load());

/**
 * Loads only the session modules. The public interface would also load statements, which open local files for
 * PUT and GET and evaluate invalid JSON as code. While loading, the SDK queries the cloud metadata service and
 * AWS with the machine's credentials; only these variables disable that. `test/sdk-files.test.ts` checks that
 * the files exist; the version is pinned exactly.
 */
async function load(): Promise<Sdk> {
  env['SNOWFLAKE_DISABLE_PLATFORM_DETECTION'] = 'true';
  env['SNOWFLAKE_DISABLE_MINICORE'] = 'true';
  env['SF_TELEMETRY_DISABLE_CONNECTION_SHAPE'] = 'true';
  // The SDK's default logger writes a file into the working directory; the logger must be set before any other
  // import.
  const { setInstance } = await import('snowflake-sdk/dist/lib/logger.js');
  setInstance(silentLogger as never);
  const { driverName: name, driverVersion: version } =
    await import('snowflake-sdk/dist/lib/util.js');
  const { default: Config } =
    await import('snowflake-sdk/dist/lib/connection/connection_config.js');
  const { default: Context } =
    await import('snowflake-sdk/dist/lib/connection/connection_context.js');
  const { default: authentication } =
    await import('snowflake-sdk/dist/lib/authentication/authentication.js');
  return {
    createConfig: (options, isSignIn) =>
      new Config({ ...options }, isSignIn, false, { name, version, environment: {} }),
    createContext: (config, http, state) => new Context(config, http, state as object) as never,
    authenticatorOf: (config, http) => authentication.getAuthenticator(config, http) as never,
    signInBody: (config) =>
      authentication.formAuthJSON(
        config.getAuthenticator(),
        config.account,
        config.username,
        config.getClientType(),
        config.getClientVersion(),
        config.getClientEnvironment(),
      ),
  };
}

const noop = (): void => undefined;
const silentLogger = {
  error: noop,
  warn: noop,
  info: noop,
  debug: noop,
  trace: noop,
  configure: noop,
};
