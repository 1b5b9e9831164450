import { connectError, givenUp, type RefusalCodes } from './connect-error.js';
import { withinTime } from './connect-timeout.js';
import type { DialOptions } from './dial.js';
import type { SessionOptions } from '../contract/driver.js';
import type { Line } from './session-socket.js';
import { unlessAborted } from './unless-aborted.js';

/** What dialling and authenticating may depend on beside the settings of a connection. */
export type SignInOptions = DialOptions & Pick<SessionOptions, 'applicationName'>;

/** How an engine's sessions come to stand. */
export interface Establishing<Started, Opened> {
  /** The codes by which the engine refuses a session. */
  refusalCodes: RefusalCodes;
  /** The name of the server, for errors. */
  host: string;
  /** Dials and authenticates. */
  start: (options: SignInOptions) => Promise<Started>;
  /** Says what holds for the session, before the first statement. */
  setUp: (started: Started) => Promise<Opened>;
}

/** Opens a session and sets it up, within the time for both. @throws DriverError outcome `not_run` */
export function establish<Started extends { wire: Line }, Opened>(
  options: SessionOptions,
  { refusalCodes, host, start, setUp }: Establishing<Started, Opened>,
): Promise<Opened> {
  return withinTime(
    options,
    async (signal) => {
      try {
        const started = await start({ ...options, signal });
        const giveUp = (): void => {
          started.wire.destroy(givenUp());
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
