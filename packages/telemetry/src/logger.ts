import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { describeError } from './describe-error.js';

/**
 * JSON lines. Errors are written by allow-list (see {@link describeError}), requests and replies not
 * at all.
 */
export function createProcessLogger(
  name: string,
  level: Level | 'silent',
  destination?: DestinationStream,
): Logger {
  const options = {
    name,
    level,
    base: { pid: process.pid },
    serializers: {
      err: (error: unknown) => describeError(error),
      req: () => undefined,
      res: () => undefined,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
