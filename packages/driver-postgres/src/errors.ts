import type { RefusalCodes } from '@sluice/driver-kit/connect/connect-error';
import { DriverError, type DriverErrorKind } from '@sluice/driver-kit';
import { cString } from './protocol.js';

/** Fields of an ErrorResponse or NoticeResponse by their letter. */
export type ServerFields = ReadonlyMap<string, string>;

/** Parses the body of an ErrorResponse or NoticeResponse; a truncated body yields the fields it has. */
export function serverFields(bytes: Buffer, at: number, end: number): ServerFields {
  const fields = new Map<string, string>();
  let i = at;
  while (i < end && bytes[i] !== 0) {
    const letter = bytes.toString('latin1', i, i + 1);
    const { text, next } = cString(bytes, i + 1, end);
    fields.set(letter, text);
    i = next;
  }
  return fields;
}

/** Returns whether this error ends the session. */
export const isFatal = (fields: ServerFields): boolean =>
  ['FATAL', 'PANIC'].includes(fields.get('V') ?? fields.get('S') ?? '');

/** SQLSTATEs of a fatal error after which the statement may have been committed. */
const inDoubt = new Set(['57P01', '57P02', '25P04']);
/** The same of an error in a session that continues: CockroachDB reports an ambiguous commit in this way. */
const ambiguous = new Set(['40003', '08007']);

/** Functions of the server's source that raise an error of user code: RAISE of PL/pgSQL, and PL/Python. */
const raising = /^(?:exec_stmt_raise$|PLy_)/;

/**
 * Whether user code raised the error. It may use any SQLSTATE, also one of a cancel. The source function is in field R;
 * servers other than PostgreSQL may leave it out.
 */
const isRaised = (fields: ServerFields): boolean => raising.test(fields.get('R') ?? '');

/** Returns the kind of an error that ends the session. */
function fatalKind(sqlState: string): DriverErrorKind {
  return sqlState.startsWith('28') ? 'authentication' : 'connection';
}

/** Returns the kind of an error after which the session continues: its SQLSTATE tells nothing about the session. */
function errorKind(sqlState: string, fields: ServerFields, isStopping: boolean): DriverErrorKind {
  if (sqlState === '42501' || sqlState === '25006') return 'permission';
  if (sqlState !== '57014' || (isRaised(fields) && !isStopping)) return 'sql';
  // The server's own timeouts have the code of a cancel and differ only in the message.
  return /timeout/i.test(fields.get('M') ?? '') ? 'timeout' : 'cancelled';
}

/** Returns the DriverError of an ErrorResponse; `isStopping`: a cancel of the statement was requested. */
export function statementError(fields: ServerFields, isStopping = false): DriverError {
  const sqlState = fields.get('C') ?? '';
  const isEnd = isFatal(fields);
  const isUnknown = isEnd ? inDoubt.has(sqlState) : ambiguous.has(sqlState) && !isRaised(fields);
  const message = fields.get('M') ?? '';
  const position = Number(fields.get('P'));
  return new DriverError(
    isEnd ? fatalKind(sqlState) : errorKind(sqlState, fields, isStopping),
    isUnknown ? 'unknown' : 'failed',
    message,
    {
      detail: fields.get('D'),
      hint: fields.get('H'),
      position: Number.isSafeInteger(position) && position > 0 ? position : undefined,
      sqlState: sqlState || undefined,
    },
  );
}

/** Returns the text of a NoticeResponse as psql prints it, such as `NOTICE: …`, with its detail and hint. */
export const noticeText = (fields: ServerFields): string =>
  [
    `${fields.get('S') ?? 'NOTICE'}: ${fields.get('M') ?? ''}`,
    ...lineOf('DETAIL', fields.get('D')),
    ...lineOf('HINT', fields.get('H')),
  ].join('\n');

const lineOf = (name: string, text: string | undefined): string[] =>
  text === undefined ? [] : [`${name}: ${text}`];

/** Returns the error of a COPY that waits for data of the client. */
export const copyInError = (): DriverError =>
  new DriverError('sql', 'failed', 'COPY FROM STDIN has no rows', {
    hint: 'Write the rows and a last line \\. after the statement, as pg_dump does.',
  });

/** Returns the error of a COPY that sends data to the client. */
export const copyOutError = (): DriverError =>
  new DriverError('sql', 'failed', 'COPY TO STDOUT is not supported', {
    hint: 'Use SELECT: its rows are stored as the result.',
  });

/** Returns the error of a statement whose session ended. */
export function closedError(error: DriverError, isCall: boolean): DriverError {
  // Without Sync nothing is committed, except by a procedure with its own COMMIT.
  const isInDoubt = error.kind === 'limit' && isCall;
  return isInDoubt ? new DriverError('limit', 'unknown', error.title) : error;
}

/** Returns the error of a statement whose rows were dropped because it was being cancelled. */
export const droppedRowsError = (): DriverError =>
  new DriverError('cancelled', 'unknown', 'The statement was cancelled after it had finished');

/** Returns the error of a result that may lack rows; `isCommitted`: no transaction is open after the statement. */
export const cutResultError = (isCommitted: boolean): DriverError =>
  new DriverError(
    'sql',
    isCommitted ? 'ran_result_lost' : 'unknown',
    'The result may lack rows: the server completed the statement instead of suspending its portal',
    { detail: 'The server, or a proxy before it, does not support Execute with a row count.' },
  );

/** SQLSTATEs of a refused session. */
export const refusalCodes: RefusalCodes = { denied: new Set(['42501']), full: new Set(['53300']) };
