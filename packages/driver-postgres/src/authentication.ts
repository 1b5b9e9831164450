import type { EventEmitter } from 'node:events';
import { DriverError } from '@sluice/driver-kit';
import type { Settings } from './settings.js';

/** RFC 7677 asks for at least as many, and PostgreSQL's default is this: fewer make the password guessable. */
const FEWEST_ITERATIONS = 4096;
/** More would hold a core for longer than a connect may take. */
const MOST_ITERATIONS = 1_000_000;

const refused = (title: string, hint?: string): DriverError =>
  new DriverError('connection', 'not_run', title, { hint });

/**
 * Refuses what a server may not ask of a client that has a password. Must listen before the client does: an
 * error thrown here keeps the client from answering, and the gate then drops the connection with it.
 */
export function guardAuthentication(
  connection: EventEmitter,
  { tls, socketName }: Pick<Settings, 'tls' | 'socketName'>,
): void {
  let unverified = false;
  connection.on('authenticationCleartextPassword', () => {
    if (tls !== null || socketName !== undefined) return;
    throw refused(
      'The server asked for the password in clear text over a connection without TLS',
      'Turn on ssl for the connection, or use scram-sha-256 on the server.',
    );
  });
  connection.on('authenticationSASL', () => {
    unverified = true;
  });
  connection.on('authenticationSASLContinue', ({ data }: { data: string }) => {
    const iterations = Number(/(?:^|,)i=(\d+)(?:,|$)/.exec(data)?.[1]);
    if (iterations >= FEWEST_ITERATIONS && iterations <= MOST_ITERATIONS) return;
    throw refused(
      `The server asked for SCRAM with ${String(iterations)} iterations; ${String(FEWEST_ITERATIONS)} to ${String(MOST_ITERATIONS)} are accepted`,
      'Set scram_iterations on the server and set the password again.',
    );
  });
  connection.on('authenticationSASLFinal', () => {
    unverified = false;
  });
  connection.on('authenticationOk', () => {
    if (unverified) {
      throw refused(
        'The server ended SCRAM authentication without proving that it knows the password',
      );
    }
  });
}
