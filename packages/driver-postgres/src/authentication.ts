import type { EventEmitter } from 'node:events';
import { DriverError } from '@sluice/driver-kit';
import type { Settings } from './settings.js';

/**
 * Minimum of RFC 7677 and default of PostgreSQL: with fewer iterations a man in the middle can guess the
 * password.
 */
const MIN_ITERATIONS = 4096;
/** More iterations would block a core for longer than the connect timeout. */
const MAX_ITERATIONS = 1_000_000;

const refused = (title: string, hint?: string): DriverError =>
  new DriverError('connection', 'not_run', title, { hint });

/**
 * Rejects insecure authentication requests of a server. Must be registered before pg's own listeners: an error
 * thrown here keeps pg from responding, and the startup reader closes the connection.
 */
export function guardAuthentication(
  connection: EventEmitter,
  { tls, socketName }: Pick<Settings, 'tls' | 'socketName'>,
): void {
  let unverified = false;
  connection.on('authenticationCleartextPassword', () => {
    if (tls !== null || socketName !== undefined) return;
    throw refused(
      'The server requested a cleartext password without TLS',
      'Enable ssl on the connection, or use scram-sha-256 on the server.',
    );
  });
  connection.on('authenticationSASL', () => {
    unverified = true;
  });
  connection.on('authenticationSASLContinue', ({ data }: { data: string }) => {
    const iterations = Number(/(?:^|,)i=(\d+)(?:,|$)/.exec(data)?.[1]);
    if (iterations >= MIN_ITERATIONS && iterations <= MAX_ITERATIONS) return;
    throw refused(
      `The server requested ${String(iterations)} SCRAM iterations; allowed are ${String(MIN_ITERATIONS)} to ${String(MAX_ITERATIONS)}`,
      'Set scram_iterations on the server and set the password again.',
    );
  });
  connection.on('authenticationSASLFinal', () => {
    unverified = false;
  });
  connection.on('authenticationOk', () => {
    if (unverified) {
      throw refused('The server completed SCRAM authentication without its proof');
    }
  });
}
