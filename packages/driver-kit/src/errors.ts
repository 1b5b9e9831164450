import { DriverError, type DriverErrorOptions } from './contract/driver.js';

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
export const atPosition = (error: DriverError, position: number): DriverError =>
  changed(error, { position });

/** Returns the error with the notices that were sent before it. */
export const withNotices = (error: DriverError, notices: readonly string[]): DriverError =>
  notices.length === 0 ? error : changed(error, { notices });

function changed(error: DriverError, changes: DriverErrorOptions): DriverError {
  const { kind, outcome, title, detail, hint, position, sqlState, isTargetFull, notices } = error;
  const kept = { detail, hint, position, sqlState, isTargetFull, notices, cause: error.cause };
  return new DriverError(kind, outcome, title, { ...kept, ...changes });
}

/** Returns the error with another hint. */
export const withHint = (error: DriverError, hint: string): DriverError => changed(error, { hint });

/** Returns the error of a parameter's value that the engine cannot bind; `what` continues "A parameter …". */
export const parameterError = (what: string): DriverError =>
  new DriverError('sql', 'not_run', `A parameter ${what}`);
