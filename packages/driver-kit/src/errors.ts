import { DriverError } from './contract/driver.js';

/** The session went away after a statement had been sent. */
export const lostError = (detail?: string, sqlState?: string): DriverError =>
  new DriverError('connection', 'unknown', 'The connection to the database was lost', {
    detail,
    sqlState,
  });

/** The server broke the protocol; the session is of no more use. */
export const protocolError = (what: string): DriverError =>
  new DriverError('connection', 'unknown', `The server broke the protocol: ${what}`);
