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
