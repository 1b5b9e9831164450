/** What the log says of an error. */
export interface DescribedError {
  type: string;
  message: string;
  code?: string;
  /** Where it was thrown. */
  frames: string[];
  cause?: DescribedError;
}

const longestMessage = 1_000;
const deepestCause = 3;

/**
 * Describes an error by allow-list: libraries hang queries, parameters, rows and whole requests on
 * theirs. A message of a database stays out where it may quote a value.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', frames: [] };
  const code = codeOf(error);
  return {
    type: error.name,
    message: messageFor(error, code).slice(0, longestMessage),
    ...(code === undefined ? {} : { code }),
    frames: framesOf(error),
    ...(error.cause instanceof Error && depth < deepestCause
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  };
}

const sqlStatePattern = /^[0-9A-Z]{5}$/;

/** Classes of SQLSTATE about servers, connections and resources: their messages name no value. */
const harmlessClasses = new Set(['08', '28', '3D', '53', '55', '57', '58']);

function codeOf(error: Error): string | undefined {
  const { code, sqlState } = error as { code?: unknown; sqlState?: unknown };
  if (typeof sqlState === 'string') return sqlState;
  if (typeof code === 'string') return code;
  return undefined;
}

function messageFor(error: Error, code: string | undefined): string {
  if (error.name.startsWith('Prisma') || error.name === 'DriverAdapterError') {
    return messageOfClient(error);
  }
  const isFromServer = error.name === 'DriverError' || 'severity' in error;
  if (!isFromServer) return error.message;
  const isHarmless =
    code !== undefined && sqlStatePattern.test(code) && harmlessClasses.has(code.slice(0, 2));
  return isHarmless ? error.message : withheld;
}

const withheld = "the database's message may quote values and is not logged";

/**
 * Prisma's messages show the call with its arguments first and say what is wrong last; for raw
 * queries in the words of the database.
 */
function messageOfClient(error: Error): string {
  if (error.name === 'PrismaClientValidationError') return 'a query was malformed';
  const raw = /Raw query failed\. Code: `([^`]*)`/.exec(error.message);
  if (raw !== null) {
    const state = raw[1] ?? '';
    if (!harmlessClasses.has(state.slice(0, 2))) return `Raw query failed. Code: ${state}`;
  } else if (error.name === 'DriverAdapterError') return withheld;
  const lines = error.message.split('\n').filter((line) => line.trim() !== '');
  return lines.at(-1) ?? '';
}

/** A message may hold lines that look like frames, so the stack is read from behind it. */
function framesOf(error: Error): string[] {
  const stack = error.stack ?? '';
  const at = stack.indexOf(error.message);
  const lines = (at < 0 ? stack : stack.slice(at + error.message.length)).split('\n');
  return lines
    .filter((line) => /^ {4}at [^\n]*(:\d+:\d+\)?|\(native\)|\(<anonymous>\))$/.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
}
