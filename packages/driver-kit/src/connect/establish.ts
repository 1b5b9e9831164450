import { connectError, connectAborted, type RefusalCodes } from './connect-error.js';
import { withConnectTimeout } from './connect-timeout.js';
import type { DialOptions } from './dial.js';
import type { SessionOptions } from '../contract/driver.js';
import type { SessionSocket } from './session-socket.js';
import { unlessAborted } from './unless-aborted.js';

/** Options of connecting and authentication, in addition to the connection's settings. */
export type SignInOptions = DialOptions & Pick<SessionOptions, 'applicationName'>;

/** Steps that open a session of an engine. */
export interface SessionSetup<Started, Opened> {
  /** Error codes with which the engine refuses a session. */
  refusalCodes: RefusalCodes;
  /** Server name for error messages. */
  host: string;
  /** Connects and authenticates. */
  start: (options: SignInOptions) => Promise<Started>;
  /** Runs the setup statements of a new session. */
  setUp: (started: Started) => Promise<Opened>;
}

/** Opens a session and runs its setup within one connect timeout. @throws DriverError outcome `not_run` */
export function establish<Started extends { socket: SessionSocket }, Opened>(
  options: SessionOptions,
  { refusalCodes, host, start, setUp }: SessionSetup<Started, Opened>,
): Promise<Opened> {
  return withConnectTimeout(
    options,
    async (signal) => {
      try {
        const started = await start({ ...options, signal });
        const giveUp = (): void => {
          started.socket.destroy(connectAborted());
        };
        try {
          return await unlessAborted(signal, giveUp, () => setUp(started));
        } catch (error) {
          giveUp();
          throw error;
        }
      } catch (error) {
        throw connectError(error, refusalCodes);
      }
    },
    host,
  );
}
