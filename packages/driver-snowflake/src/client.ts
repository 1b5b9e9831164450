import { connectAborted } from '@sluice/driver-kit/connect/connect-error';
import { DriverError, type SessionOptions } from '@sluice/driver-kit';
import { lostError } from '@sluice/driver-kit/errors';
import { unlessAborted } from '@sluice/driver-kit/connect/unless-aborted';
import type { Answer } from './answer.js';
import { ClientHttp, type AmendSignIn } from './client-http.js';
import { isGone, requestError, signInError } from './errors.js';
import { optionsOf } from './sdk-options.js';
import { loadSdk, type Sdk, type SdkConfig, type SdkContext } from './sdk.js';
import type { Settings } from './settings.js';
import { Transport } from './transport.js';

/** Timeout in milliseconds for ending a session on the server. */
const CLOSE_TIMEOUT_MS = 5_000;

/** A session on the server: its tokens, which are renewed when they expire, and its requests. */
export class Client {
  private isGone = false;

  constructor(
    private readonly context: SdkContext,
    private readonly http: ClientHttp,
    readonly transport: Transport,
    /** Scheme, host and port of the server. */
    readonly accessUrl: string,
  ) {}

  get closed(): boolean {
    return this.isGone || this.transport.dropped !== null || !this.service.isConnected();
  }

  /** State from which another process can resume the session. Contains secrets. */
  get state(): object {
    return this.context.getConfig();
  }

  /** Sends a request; network failures are retried with the same request id. @throws DriverError */
  request(method: 'GET' | 'POST', url: string, json?: object): Promise<Answer> {
    if (this.transport.dropped) return Promise.reject(this.transport.dropped);
    return new Promise((resolve, reject) => {
      const { signal } = this.transport;
      const onDrop = (): void => {
        reject(this.transport.dropped ?? lostError());
      };
      signal.addEventListener('abort', onDrop, { once: true });
      this.service.request({
        method,
        url,
        // Requests rows as JSON: with plain `application/json` the server may send another format.
        headers: { Accept: 'application/snowflake' },
        ...(json === undefined ? {} : { json }),
        callback: (error, body) => {
          if (error) {
            const known = this.transport.dropped ?? requestError(error);
            if (isGone(known)) this.isGone = true;
            reject(known);
          } else resolve(body as Answer);
          // Last: if this callback throws, the transport is dropped, and the listener rejects the request.
          signal.removeEventListener('abort', onDrop);
        },
      });
    });
  }

  /** Returns whether the server may have received this request although it sent no response. */
  mayHave(requestId: string): boolean {
    return this.http.mayHave(requestId);
  }

  /** Closes all requests immediately with `reason`, without notifying the server. */
  drop(reason: DriverError): void {
    this.transport.drop(reason);
  }

  /** Ends the session on the server. Never throws. */
  async end(): Promise<void> {
    if (!this.closed) {
      const limit = setTimeout(() => {
        this.drop(lostError());
      }, CLOSE_TIMEOUT_MS);
      await new Promise<void>((resolve) => {
        this.service.destroy({
          callback: () => {
            resolve();
          },
        });
      });
      clearTimeout(limit);
    }
    this.drop(lostError());
  }

  private get service() {
    return this.context.getServices().sf;
  }
}

/** Options of a sign-in, in addition to the fields. */
export type ClientOptions = Pick<SessionOptions, 'targets' | 'signal'>;

/** Signs in. @throws DriverError outcome `not_run` */
export async function signIn(
  settings: Settings,
  options: ClientOptions,
  amend: AmendSignIn,
): Promise<Client> {
  const sdk = await loadSdk();
  const { client, config, http, context } = createClient(sdk, settings, options, amend);
  const giveUp = (): void => {
    client.drop(connectAborted());
  };
  const connected = (json: object): Promise<void> =>
    new Promise((resolve, reject) => {
      context.getServices().sf.connect({
        json,
        callback: (error) => {
          if (error) reject(client.transport.dropped ?? signInError(error));
          else resolve();
        },
      });
      // The SDK does not always call back after an internal error.
      client.transport.signal.addEventListener('abort', () => {
        reject(client.transport.dropped ?? lostError());
      });
    });
  try {
    await unlessAborted(options.signal, giveUp, async () => {
      await connected(await signInBody(sdk, config, http));
    });
    return client;
  } catch (error) {
    giveUp();
    throw error;
  }
}

/** Resumes a session from the {@link Client.state} of another process. Sends no request. */
export async function resumeClient(
  settings: Settings,
  options: Pick<ClientOptions, 'targets'>,
  state: object,
): Promise<Client> {
  return createClient(await loadSdk(), settings, options, () => undefined, state).client;
}

function createClient(
  sdk: Sdk,
  settings: Settings,
  { targets }: Pick<ClientOptions, 'targets'>,
  amend: AmendSignIn,
  state?: object,
): { client: Client; config: SdkConfig; http: ClientHttp; context: SdkContext } {
  let config: SdkConfig;
  try {
    config = sdk.createConfig(optionsOf(settings), state === undefined);
  } catch (error) {
    throw new DriverError('connection', 'not_run', messageOf(error));
  }
  const { accessUrl } = config;
  const transport = new Transport(accessUrl, targets);
  const http = new ClientHttp(transport, amend);
  const context = sdk.createContext(config, http, state);
  return { client: new Client(context, http, transport, accessUrl), config, http, context };
}

/** Returns the body of a sign-in. @throws DriverError kind `authentication` if the key is unreadable */
async function signInBody(sdk: Sdk, config: SdkConfig, http: ClientHttp): Promise<object> {
  try {
    const authenticator = sdk.authenticatorOf(config, http);
    const { account, username } = config;
    await authenticator.authenticate(
      config.getAuthenticator(),
      config.getServiceName(),
      account,
      username,
    );
    const body = sdk.signInBody(config);
    authenticator.updateBody(body);
    return body;
  } catch (error) {
    const title = `Invalid private key: ${messageOf(error)}`;
    throw new DriverError('authentication', 'not_run', title);
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
