import { env } from 'node:process';
import type { ClientHttp } from './client-http.js';

/** Settings of the client's connection that are used here. */
export type SdkOptions = Readonly<Record<string, string | number | boolean>>;

/** An error that the client gives to a callback. */
export type SdkError = Error & { code?: unknown; data?: unknown; sqlState?: unknown };

/** What the client makes of its options. */
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

/** The client's session: tokens, their renewal, and requests in between. */
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
  /** What makes an equal session elsewhere: what `connection.serialize()` puts into JSON. */
  getConfig(): object;
}

interface Authenticator {
  authenticate(kind: string, service: string, account: string, user: string): Promise<void>;
  updateBody(body: object): void;
}

/** The parts of snowflake-sdk that sign in and keep a session. */
export interface Sdk {
  createConfig(options: SdkOptions, isSignIn: boolean): SdkConfig;
  /** `state` is that of another session's {@link SdkContext.getConfig}. */
  createContext(config: SdkConfig, http: ClientHttp, state?: object): SdkContext;
  authenticatorOf(config: SdkConfig, http: ClientHttp): Authenticator;
  /** The body of a sign-in, before the authenticator has put its part in. */
  signInBody(config: SdkConfig): object;
}

let loaded: Promise<Sdk> | null = null;

/** Loads the client on first use: it takes seconds and 40 MB. */
export const loadSdk = (): Promise<Sdk> => (loaded ??= load());

/**
 * Its session alone is loaded: its statements would open local files for PUT and GET, and evaluate values
 * that are no JSON as code. What it finds out about the machine it runs on, it finds out while it is
 * loaded, by asking the cloud's metadata service and AWS with the credentials it finds: these variables
 * are the only way to tell it not to.
 */
async function load(): Promise<Sdk> {
  env['SNOWFLAKE_DISABLE_PLATFORM_DETECTION'] = 'true';
  env['SNOWFLAKE_DISABLE_MINICORE'] = 'true';
  env['SF_TELEMETRY_DISABLE_CONNECTION_SHAPE'] = 'true';
  // Its own writes a file into the working directory, and no other may be made first.
  const { setInstance } = await import('snowflake-sdk/dist/lib/logger.js');
  setInstance(silence as never);
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

const nothing = (): void => undefined;
const silence = {
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
  configure: nothing,
};
