import { DriverError } from './contract/driver.js';

/** Returns the error of a session that was lost after a statement had been sent. */
export const lostError = (detail?: string, sqlState?: string): DriverError =>
  new DriverError('connection', 'unknown', 'Connection to the database lost', {
    detail,
    sqlState,
  });

/** Returns the error of a protocol violation; the session is unusable. */
export const protocolError = (what: string): DriverError =>
  new DriverError('connection', 'unknown', `Protocol error: ${what}`);

/** Returns the error with another position in its statement. */
export function atPosition(error: DriverError, position: number): DriverError {
  const { kind, outcome, title, detail, hint, sqlState, cause } = error;
  return new DriverError(kind, outcome, title, { detail, hint, position, sqlState, cause });
}

/** Returns the error with another hint. */
export function withHint(error: DriverError, hint: string): DriverError {
  const { kind, outcome, title, detail, position, sqlState, cause, isTargetFull } = error;
  const options = { detail, hint, position, sqlState, cause, isTargetFull };
  return new DriverError(kind, outcome, title, options);
}

/** Returns the error of a parameter's value that the engine cannot bind; `what` continues "A parameter …". */
export const parameterError = (what: string): DriverError =>
  new DriverError('sql', 'not_run', `A parameter ${what}`);
