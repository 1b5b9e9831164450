import { givenUp } from '@sluice/driver-kit/connect/connect-error';
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

/** How long a session that is closed may take to say good-bye. */
const GOODBYE_MS = 5_000;

/** A session on the server: tokens, which are renewed when they expire, and requests in between. */
export class Client {
  private isGone = false;

  constructor(
    private readonly context: SdkContext,
    private readonly http: ClientHttp,
    readonly transport: Transport,
    /** Where it is: scheme, host and port. */
    readonly accessUrl: string,
  ) {}

  get closed(): boolean {
    return this.isGone || this.transport.dropped !== null || !this.service.isConnected();
  }

  /** What makes an equal session in another process. Holds secrets. */
  get state(): object {
    return this.context.getConfig();
  }

  /** Asks the server; sent again under the same id when the network fails. @throws DriverError */
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
        // Rows as JSON: a client that asks for plain JSON may be given them in another form.
        headers: { Accept: 'application/snowflake' },
        ...(json === undefined ? {} : { json }),
        callback: (error, body) => {
          signal.removeEventListener('abort', onDrop);
          if (!error) {
            resolve(body as Answer);
            return;
          }
          const known = this.transport.dropped ?? requestError(error);
          if (isGone(known)) this.isGone = true;
          reject(known);
        },
      });
    });
  }

  /** Whether the server may have the request of this id although it gave no answer to it. */
  mayHave(requestId: string): boolean {
    return this.http.mayHave(requestId);
  }

  /** Lets go at once: what is under way ends with `reason`; the server hears nothing. */
  drop(reason: DriverError): void {
    this.transport.drop(reason);
  }

  /** Ends the session on the server. Never throws. */
  async end(): Promise<void> {
    if (!this.closed) {
      const limit = setTimeout(() => {
        this.drop(lostError());
      }, GOODBYE_MS);
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

/** What a sign-in takes beside the fields. */
export type ClientOptions = Pick<SessionOptions, 'targets' | 'signal'>;

/** Signs in. @throws DriverError outcome `not_run` */
export async function signIn(
  settings: Settings,
  options: ClientOptions,
  amend: AmendSignIn,
): Promise<Client> {
  const sdk = await loadSdk();
  const { client, config, http, context } = prepared(sdk, settings, options, amend);
  const giveUp = (): void => {
    client.drop(givenUp());
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
      // The client does not always call back when it breaks.
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

/** Takes a session over by what {@link Client.state} was elsewhere. Sends nothing. */
export async function takeOver(
  settings: Settings,
  options: Pick<ClientOptions, 'targets'>,
  state: object,
): Promise<Client> {
  return prepared(await loadSdk(), settings, options, () => undefined, state).client;
}

function prepared(
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

/** @throws DriverError kind `authentication` when the key cannot be read */
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
    const title = `The private key cannot be used: ${messageOf(error)}`;
    throw new DriverError('authentication', 'not_run', title);
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
