import type { RefusalCodes } from '@sluice/driver-kit/connect/connect-error';
import { DriverError, type DriverErrorKind } from '@sluice/driver-kit';
import type { Reader } from './protocol.js';

/** Error numbers that are not about the SQL itself. MariaDB's own begin at 1900 and 4000. */
const kinds = new Map<number, DriverErrorKind>([
  // Who may not come in: wrong password, no such method, password has expired.
  ...[1045, 1251, 1698, 1820, 1862, 3118, 4151].map((code) => [code, 'authentication'] as const),
  // What the user may not do, also in a read-only transaction or on a read-only server.
  ...[1044, 1142, 1143, 1227, 1290, 1370, 1410, 1419, 1792, 1836, 4001].map(
    (code) => [code, 'permission'] as const,
  ),
  [1317, 'cancelled'],
  // The time limit of SELECT, and MariaDB's of any statement.
  [3024, 'timeout'],
  [1969, 'timeout'],
  // The server shuts down, or somebody ended the session; too many connections.
  ...[1040, 1053, 1077, 1079, 1203, 1226, 1927, 4031].map((code) => [code, 'connection'] as const),
]);

/** After these the statement may have been committed all the same. */
const inDoubt = new Set([1053, 1077, 1079, 1927]);

/** Codes of mysql2 for a refused session. */
export const refusalCodes: RefusalCodes = {
  denied: new Set([
    'ER_DBACCESS_DENIED_ERROR',
    'ER_NOT_SUPPORTED_AUTH_MODE',
    'ER_MUST_CHANGE_PASSWORD_LOGIN',
    'AUTH_SWITCH_PLUGIN_ERROR',
  ]),
  full: new Set(['ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS']),
};

/** The number of "the statement was interrupted". */
export const INTERRUPTED = 1317;

/** A refusal as the server words it. */
export class ServerError extends DriverError {
  constructor(
    readonly number: number,
    sqlState: string | undefined,
    message: string,
  ) {
    super(kinds.get(number) ?? 'sql', inDoubt.has(number) ? 'unknown' : 'failed', message, {
      sqlState,
    });
  }
}

/** Reads an ERR packet. */
export function serverError(reader: Reader): ServerError {
  reader.skip(1);
  const number = reader.int(2);
  const rest = reader.rest();
  const [, sqlState, message = rest] = /^#([0-9A-Z]{5})([^]*)$/.exec(rest) ?? [];
  return new ServerError(
    number,
    sqlState,
    message === '' ? 'The server reported an error without a message' : message,
  );
}
