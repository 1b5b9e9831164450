/** The logged form of an error. */
export interface DescribedError {
  type: string;
  message: string;
  code?: string;
  /** Stack frames. */
  frames: string[];
  cause?: DescribedError;
}

const MAX_MESSAGE_LENGTH = 1_000;
const MAX_CAUSE_DEPTH = 3;

/**
 * Describes an error by allow-list, because libraries attach queries, parameters, rows and whole requests to
 * their errors. A database's message is left out when it may quote a value.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', frames: [] };
  const code = codeOf(error);
  return {
    type: error.name,
    message: messageFor(error, code).slice(0, MAX_MESSAGE_LENGTH),
    ...(code === undefined ? {} : { code }),
    frames: framesOf(error),
    ...(error.cause instanceof Error && depth < MAX_CAUSE_DEPTH
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  };
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** SQLSTATE classes about servers, connections and resources: their messages quote no value. */
const SAFE_CLASSES = new Set(['08', '28', '3D', '53', '55', '57', '58']);

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
  const isSafe = code !== undefined && SQLSTATE.test(code) && SAFE_CLASSES.has(code.slice(0, 2));
  return isSafe ? error.message : WITHHELD;
}

const WITHHELD = 'message of the database not logged: it may quote values';

/**
 * Prisma's messages begin with the call and its arguments and end with the reason; for raw queries, with the
 * database's message.
 */
function messageOfClient(error: Error): string {
  if (error.name === 'PrismaClientValidationError') return 'malformed query';
  const raw = /Raw query failed\. Code: `([^`]*)`/.exec(error.message);
  if (raw !== null) {
    const state = raw[1] ?? '';
    if (!SAFE_CLASSES.has(state.slice(0, 2))) return `Raw query failed. Code: ${state}`;
  } else if (error.name === 'DriverAdapterError') return WITHHELD;
  const lines = error.message.split('\n').filter((line) => line.trim() !== '');
  return lines.at(-1) ?? '';
}

/**
 * A message may contain lines that look like frames, so the stack is read from the end of the message.
 */
function framesOf(error: Error): string[] {
  const stack = error.stack ?? '';
  const at = stack.indexOf(error.message);
  const lines = (at < 0 ? stack : stack.slice(at + error.message.length)).split('\n');
  return lines
    .filter((line) => /^ {4}at [^\n]*(:\d+:\d+\)?|\(native\)|\(<anonymous>\))$/.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
}
