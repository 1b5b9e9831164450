import { DriverError } from '../contract/driver.js';

const textOf = (value: unknown, key: string): string | undefined => {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/** Node's own codes may have five letters, too (`EPIPE`), but no digit. */
const isSqlState = (code: string | undefined): boolean =>
  code !== undefined && /^(?=.*\d)[0-9A-Z]{5}$/.test(code);

/** The time for connecting was over, or nobody wants it any more. */
export const givenUp = (): DriverError =>
  new DriverError('connection', 'not_run', 'Connecting was given up');

/** What went wrong in the set-up: whatever it was, the caller's statement was not sent. */
function notRun(error: DriverError): DriverError {
  const { detail, hint, sqlState, isTargetFull } = error;
  const kind = error.kind === 'authentication' ? error.kind : 'connection';
  const options = { detail, hint, sqlState, isTargetFull, cause: error };
  return new DriverError(kind, 'not_run', error.title, options);
}

/** The codes by which an engine refuses a session. */
export interface RefusalCodes {
  /** The user may not sign in; beside SQLSTATE's class 28. */
  denied: ReadonlySet<string>;
  /** All sessions that may be open are. */
  full: ReadonlySet<string>;
}

/** Returns the error of a connect that failed: nothing was sent. */
export function connectError(error: unknown, codes: RefusalCodes): DriverError {
  if (error instanceof DriverError) return notRun(error);
  const code = textOf(error, 'code');
  const sqlState = textOf(error, 'sqlState') ?? (isSqlState(code) ? code : undefined);
  const denied = sqlState?.startsWith('28') === true || codes.denied.has(code ?? '');
  // Node gives an AggregateError without a message when every address of a name failed.
  const parts = error instanceof AggregateError ? error.errors : [error];
  const messages = parts
    .map((part) => textOf(part, 'message'))
    .filter((part) => part !== undefined);
  return new DriverError(
    denied ? 'authentication' : 'connection',
    'not_run',
    messages.join('; ') || (code ?? 'The connection failed'),
    {
      sqlState,
      detail: textOf(error, 'detail'),
      hint: textOf(error, 'hint'),
      isTargetFull: codes.full.has(code ?? ''),
      cause: error,
    },
  );
}
