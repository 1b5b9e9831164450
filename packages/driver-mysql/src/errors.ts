import type { RefusalCodes } from '@sluice/driver-kit/connect/connect-error';
import { DriverError, type DriverErrorKind } from '@sluice/driver-kit';
import type { Reader } from './protocol.js';

/** Error numbers that do not concern the SQL. MariaDB's own start at 1900 and 4000. */
const kinds = new Map<number, DriverErrorKind>([
  // Authentication failed: wrong password, unsupported method, expired password.
  ...[1045, 1251, 1698, 1820, 1862, 3118, 4151].map((code) => [code, 'authentication'] as const),
  // Missing privilege; also a read-only transaction or server.
  ...[1044, 1142, 1143, 1227, 1290, 1370, 1410, 1419, 1792, 1836, 4001].map(
    (code) => [code, 'permission'] as const,
  ),
  [1317, 'cancelled'],
  // MySQL's timeout of SELECT and MariaDB's timeout of any statement.
  [3024, 'timeout'],
  [1969, 'timeout'],
  // Shutdown, KILL of the session, too many connections.
  ...[1040, 1053, 1077, 1079, 1203, 1226, 1927, 4031].map((code) => [code, 'connection'] as const),
]);

/** Errors of a session that ended before the server read the statement. */
const leavesNothing = new Set([1040, 1203, 1226, 4031]);

/** mysql2 error codes of a refused session. */
export const refusalCodes: RefusalCodes = {
  denied: new Set([
    'ER_DBACCESS_DENIED_ERROR',
    'ER_NOT_SUPPORTED_AUTH_MODE',
    'ER_MUST_CHANGE_PASSWORD_LOGIN',
    'AUTH_SWITCH_PLUGIN_ERROR',
  ]),
  full: new Set(['ER_CON_COUNT_ERROR', 'ER_TOO_MANY_USER_CONNECTIONS']),
};

/** Error number of an interrupted statement. */
export const INTERRUPTED = 1317;

/** An error of the server. */
export class ServerError extends DriverError {
  constructor(
    readonly number: number,
    sqlState: string | undefined,
    message: string,
    kind = kinds.get(number) ?? 'sql',
  ) {
    const isInDoubt = kind === 'connection' && !leavesNothing.has(number);
    super(kind, isInDoubt ? 'unknown' : 'failed', message, { sqlState });
  }

  /** Returns the error of a statement whose session answers, or has ended. */
  ofSession(isAlive: boolean): ServerError {
    const { number, sqlState, title } = this;
    return new ServerError(number, sqlState, title, isAlive ? 'sql' : 'connection');
  }
}

/** Kinds of errors that say something about the session, although user code can raise their numbers. */
const aboutSessions = new Set<DriverErrorKind>(['authentication', 'cancelled', 'connection']);

/** Returns whether only the session's state can tell what the error means. */
export const isAboutSession = ({ kind }: ServerError): boolean => aboutSessions.has(kind);

/** Returns no rows for a query that the server refuses. @throws any other error */
export function refusedAsEmpty(error: unknown): [] {
  if (error instanceof ServerError) return [];
  throw error;
}

/** Parses an ERR packet. */
export function serverError(reader: Reader): ServerError {
  reader.skip(1);
  const number = reader.int(2);
  const rest = reader.rest();
  const [, sqlState, message = rest] = /^#([0-9A-Z]{5})([^]*)$/.exec(rest) ?? [];
  return new ServerError(number, sqlState, message);
}
