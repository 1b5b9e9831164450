import type { Outcome } from '@sluice/contracts';
import { DriverError, type DriverErrorKind } from '@sluice/driver-kit';
import { lostError } from '@sluice/driver-kit/errors';
import type { SdkError } from './sdk.js';
import { isRecord } from './answer.js';
import { codeText, errorIn, isTransient, RefusedRequest } from './refused-request.js';

/** Error codes that do not concern the SQL. */
const kinds: Readonly<Record<string, DriverErrorKind>> = {
  // Missing privilege on an object or for an operation.
  '003001': 'permission',
  '003003': 'permission',
  '003013': 'permission',
  '003540': 'permission',
  '000604': 'cancelled',
  // Statement timeout of the session or the warehouse.
  '000630': 'timeout',
};

/**
 * Authentication failed: credentials, tokens, locked users, network policies. 3943xx concern key pairs, 3944xx
 * programmatic access tokens, and 3945xx multi-factor authentication.
 */
const isAuthenticationError = (code: string): boolean => /^39(?:0[1-4]|4[345])\d\d$/.test(code);

/** The session or its token has expired. */
const goneCodes = new Set([
  '390104',
  '390111',
  '390112',
  '390113',
  '390114',
  '390115',
  '407001',
  '407002',
]);

const hints: Readonly<Record<string, string>> = {
  '000606':
    'Set the warehouse of the connection, run USE WAREHOUSE, or set a default warehouse for the user.',
  '000900': 'Set the database of the connection, or run USE DATABASE.',
  '090105': 'Set the database of the connection, or run USE DATABASE.',
  '090106': 'Set the schema of the connection, or run USE SCHEMA.',
};

/** An error of the server. */
export class ServerError extends DriverError {
  constructor(
    readonly code: string,
    message: string,
    /** Additional data of the error. */
    readonly data: Readonly<Record<string, unknown>>,
  ) {
    const sqlState = data['sqlState'];
    super(kindOf(code, message), 'failed', message, {
      sqlState: typeof sqlState === 'string' ? sqlState : undefined,
      hint: hints[code],
    });
  }
}

function kindOf(code: string, message: string): DriverErrorKind {
  const known = kinds[code];
  if (known) return known;
  // Many errors share the code of "does not exist or not authorized", which concerns the SQL.
  return /insufficient privileges/i.test(message) ? 'permission' : 'sql';
}

/** Returns whether the session has ended. */
export const isGone = (error: unknown): boolean =>
  error instanceof ServerError ? goneCodes.has(error.code) : error instanceof SessionGone;

/** The session has ended on the server; the request was not run. */
export class SessionGone extends RefusedRequest {
  constructor(detail?: string) {
    super('The session has ended on the server', { detail });
  }
}

const CHECK_ACCOUNT =
  'Check the account identifier (organization-account) and the address of the connection.';

/** Maps a response with another status than 200. */
function statusError(response: unknown): DriverError {
  const { statusCode, body } = isRecord(response) ? response : {};
  const status = typeof statusCode === 'number' ? statusCode : 0;
  const { code, message } = errorIn(typeof body === 'string' ? body : '');
  const title = `Snowflake responded with HTTP status ${String(status)}`;
  if (isTransient(status)) return lostError(title);
  return new RefusedRequest(message === '' ? title : `${title}: ${message}`, {
    detail: code === '' ? undefined : code,
  });
}

/** Maps an SDK error of a request in a session. */
export function requestError(error: SdkError): DriverError {
  if (error instanceof DriverError) return error;
  if (error.cause instanceof DriverError) return error.cause;
  const code = codeOf(error);
  if (goneCodes.has(code)) return new SessionGone(code);
  if (error.name === 'OperationFailedError') {
    const data = isRecord(error.data) ? error.data : {};
    return new ServerError(code, messageOf(error), { sqlState: error.sqlState, ...data });
  }
  if (error.name === 'RequestFailedError') return statusError(error.response);
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return lostError(cause ?? messageOf(error));
}

/** Maps an SDK error of a sign-in. @see connectError */
export function signInError(error: SdkError): DriverError {
  const code = codeOf(error);
  if (error.name === 'OperationFailedError') {
    const kind = isAuthenticationError(code) ? 'authentication' : 'connection';
    return new DriverError(kind, 'not_run', messageOf(error), { detail: code || undefined });
  }
  const known = requestError(error);
  if (known.outcome === 'not_run') return known;
  const { kind, title, detail } = known;
  if (known instanceof RefusedRequest) {
    return new DriverError(kind, 'not_run', title, { detail, hint: known.hint ?? CHECK_ACCOUNT });
  }
  const hint = codeOf(error.cause) === 'ENOTFOUND' ? CHECK_ACCOUNT : undefined;
  return new DriverError(kind, 'not_run', kind === 'connection' && detail ? detail : title, {
    hint,
  });
}

/** Returns the message; empty if the server sent none, in which case the SDK sets it to undefined. */
const messageOf = ({ message }: { message?: unknown }): string =>
  typeof message === 'string' ? message : '';

const codeOf = (error: unknown): string => (isRecord(error) ? codeText(error['code']) : '');

/** Returns the error with another outcome. */
export function withOutcome(error: DriverError, outcome: Outcome): DriverError {
  const { kind, title, detail, hint } = error;
  return new DriverError(kind, outcome, title, { detail, hint, cause: error });
}

/** Returns an error of reading the result of a statement that is known to have completed. */
export const resultLost = (error: DriverError, outcome: Outcome): DriverError =>
  error.kind === 'connection' && ['unknown', 'not_run'].includes(error.outcome)
    ? withOutcome(error, outcome)
    : error;

/** Returns the error with its position in the statement, if the server reports one. */
export function withPosition(error: ServerError, sql: string): DriverError {
  const found = [...error.title.matchAll(/\bline (\d+) at position (\d+)/g)].at(-1);
  const line = found ? Number(found[1]) : error.data['line'];
  const column = found ? Number(found[2]) : error.data['pos'];
  const position =
    error.kind === 'sql' && typeof line === 'number' && typeof column === 'number'
      ? positionOf(sql, line, column)
      : undefined;
  const { kind, outcome, title, hint, sqlState } = error;
  const detail = error.code || undefined;
  return new DriverError(kind, outcome, title, { hint, sqlState, position, detail });
}

/** The server counts lines from 1 and columns from 0. */
function positionOf(sql: string, line: number, column: number): number | undefined {
  const lines = sql.split('\n');
  const own = lines[line - 1];
  if (own === undefined || column < 0) return undefined;
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + lengthOf(each) + 1, 0);
  return before + Math.min(column, lengthOf(own)) + 1;
}

const lengthOf = (text: string): number => Array.from(text).length;
