import { DriverError, type DriverErrorKind } from '@sluice/driver-kit';
import { lostError } from '@sluice/driver-kit/errors';
import type { SdkError } from './sdk.js';
import { isRecord } from './answer.js';

/** Codes of the server that are not about the SQL itself. */
const kinds: Readonly<Record<string, DriverErrorKind>> = {
  // Not authorized: on an object, or for an operation.
  '003001': 'permission',
  '003003': 'permission',
  '003013': 'permission',
  '003540': 'permission',
  '000604': 'cancelled',
  // Its own limit of time, or the warehouse's.
  '000630': 'timeout',
};

/** Who may not come in: credentials, tokens, locked users, network policies. */
const isDenied = (code: string): boolean => /^39(?:01|02|03|04)\d\d$/.test(code);

/** The session is gone, or what it signs its requests with. */
const goneCodes = new Set(['390104', '390111', '390112', '390114', '390115', '407001', '407002']);

const hints: Readonly<Record<string, string>> = {
  '000606':
    'Name a warehouse in the connection, or run USE WAREHOUSE, or give the user a default one.',
  '000900': 'Name a database in the connection, or run USE DATABASE.',
  '090105': 'Name a database in the connection, or run USE DATABASE.',
  '090106': 'Name a schema in the connection, or run USE SCHEMA.',
};

/** A refusal as the server words it. */
export class ServerError extends DriverError {
  constructor(
    readonly code: string,
    message: string,
    /** What the server says beside it. */
    readonly data: Readonly<Record<string, unknown>>,
  ) {
    const sqlState = data['sqlState'];
    super(kindOf(code, message), 'failed', message === '' ? `Error ${code}` : message, {
      sqlState: typeof sqlState === 'string' ? sqlState : undefined,
      hint: hints[code],
    });
  }
}

function kindOf(code: string, message: string): DriverErrorKind {
  const known = kinds[code];
  if (known) return known;
  // Many refusals share the code of "does not exist or not authorized", and that is about the SQL.
  return /insufficient privileges/i.test(message) ? 'permission' : 'sql';
}

/** Whether the session is over, so that nothing of it will be heard again. */
export const isGone = (error: unknown): boolean =>
  error instanceof ServerError ? goneCodes.has(error.code) : error instanceof SessionGone;

/** The session ended on the server: the request that says so was not run. */
export class SessionGone extends DriverError {
  constructor(detail?: string) {
    super('connection', 'unknown', 'The session has ended on the server', { detail });
  }
}

/** What an error of the client means for a request in a session. */
export function requestError(error: SdkError): DriverError {
  if (error instanceof DriverError) return error;
  if (error.cause instanceof DriverError) return error.cause;
  const code = codeOf(error);
  if (goneCodes.has(code)) return new SessionGone(code);
  if (error.name === 'OperationFailedError') {
    const data = isRecord(error.data) ? error.data : {};
    return new ServerError(code, error.message, { sqlState: error.sqlState, ...data });
  }
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return lostError(cause ?? error.message);
}

/** What an error means before there is a session. @see connectError */
export function signInError(error: SdkError): DriverError {
  const code = codeOf(error);
  if (error.name === 'OperationFailedError') {
    const kind = isDenied(code) ? 'authentication' : 'connection';
    const title = error.message === '' ? `Error ${code}` : error.message;
    return new DriverError(kind, 'not_run', title, { detail: code });
  }
  const known = requestError(error);
  if (known.outcome === 'not_run') return known;
  const { kind, title, detail } = known;
  return new DriverError(kind, 'not_run', kind === 'connection' && detail ? detail : title);
}

const codeOf = ({ code }: SdkError): string =>
  typeof code === 'string' || typeof code === 'number' ? String(code) : '';

/** The same refusal with the place in the statement that the server names, if it does. */
export function placed(error: ServerError, sql: string): DriverError {
  const found = [...error.title.matchAll(/\bline (\d+) at position (\d+)/g)].at(-1);
  const line = found ? Number(found[1]) : error.data['line'];
  const column = found ? Number(found[2]) : error.data['pos'];
  const position =
    error.kind === 'sql' && typeof line === 'number' && typeof column === 'number'
      ? positionOf(sql, line, column)
      : undefined;
  const { kind, outcome, title, hint, sqlState, code } = error;
  return new DriverError(kind, outcome, title, { hint, sqlState, position, detail: code });
}

/** The server counts lines from 1 and characters of a line from 0. */
function positionOf(sql: string, line: number, column: number): number | undefined {
  const lines = sql.split('\n');
  const own = lines[line - 1];
  if (own === undefined || column < 0) return undefined;
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + lengthOf(each) + 1, 0);
  return before + Math.min(column, lengthOf(own)) + 1;
}

const lengthOf = (text: string): number => Array.from(text).length;
