import { pino, type DestinationStream, type Level, type Logger } from 'pino';

/**
 * JSON lines. Errors are written by allow-list: name, code, message and frames, since libraries hang
 * queries, parameters and whole requests on theirs.
 */
export function createLogger(level: Level | 'silent', destination?: DestinationStream): Logger {
  const options = {
    name: 'api',
    level,
    base: { pid: process.pid },
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

interface DescribedError {
  type: string;
  message: string;
  code?: string;
  frames: string[];
  cause?: DescribedError;
}

function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', frames: [] };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: plainMessage(error),
    ...(typeof code === 'string' ? { code } : {}),
    frames: framesOf(error),
    ...(error.cause instanceof Error && depth < 3
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  };
}

/** Prisma's messages show the call with its arguments first and say what is wrong last. */
function plainMessage(error: Error): string {
  if (!error.name.startsWith('Prisma')) return error.message.slice(0, 1_000);
  const lines = error.message.split('\n').filter((line) => line.trim() !== '');
  return error.name === 'PrismaClientValidationError'
    ? 'a query was malformed'
    : (lines.at(-1) ?? '').slice(0, 1_000);
}

const framesOf = (error: Error): string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
    .map((line) => line.trim());
