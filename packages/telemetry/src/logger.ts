import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { describeError } from './describe-error.js';
import { openLogLines } from './log-lines.js';

/**
 * Creates a logger that writes JSON lines. Errors are described by allow-list (see {@link describeError});
 * requests and replies are left out.
 */
export function createProcessLogger(
  name: string,
  level: Level | 'silent',
  destination: DestinationStream = openLogLines(),
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
  return pino(options, destination);
}
