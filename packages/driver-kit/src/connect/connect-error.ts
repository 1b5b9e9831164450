import { DriverError } from '../contract/driver.js';

const textOf = (value: unknown, key: string): string | undefined => {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/** Node's error codes can have five letters (`EPIPE`) but contain no digit. */
const isSqlState = (code: string | undefined): boolean =>
  code !== undefined && /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** The error of a connect that was aborted, by its timeout or by the caller. */
export const connectAborted = (): DriverError =>
  new DriverError('connection', 'not_run', 'Connect was cancelled');

/** Returns the same error with outcome `not_run`: during setup the caller's statement has not been sent. */
function notRun(error: DriverError): DriverError {
  const { detail, hint, sqlState, isTargetFull } = error;
  const kind = error.kind === 'authentication' ? error.kind : 'connection';
  const options = { detail, hint, sqlState, isTargetFull, cause: error };
  return new DriverError(kind, 'not_run', error.title, options);
}

/** Error codes with which an engine refuses a session. */
export interface RefusalCodes {
  /** Authentication failed; in addition to SQLSTATE class 28. */
  denied: ReadonlySet<string>;
  /** Session limit reached. */
  full: ReadonlySet<string>;
}

/** Returns the DriverError of a failed connect, with outcome `not_run`. */
export function connectError(error: unknown, codes: RefusalCodes): DriverError {
  if (error instanceof DriverError) return notRun(error);
  const code = textOf(error, 'code');
  const sqlState = textOf(error, 'sqlState') ?? (isSqlState(code) ? code : undefined);
  const denied = sqlState?.startsWith('28') === true || codes.denied.has(code ?? '');
  // Node throws an AggregateError without a message when every address of a name failed.
  const parts = error instanceof AggregateError ? error.errors : [error];
  const messages = parts
    .map((part) => textOf(part, 'message'))
    .filter((part) => part !== undefined);
  return new DriverError(
    denied ? 'authentication' : 'connection',
    'not_run',
    messages.join('; ') || (code ?? 'Connection failed'),
    {
      sqlState,
      detail: textOf(error, 'detail'),
      hint: textOf(error, 'hint'),
      isTargetFull: codes.full.has(code ?? ''),
      cause: error,
    },
  );
}
