import type { StatementError } from '@sluice/contracts';
import type { BatchEnd } from '@sluice/database';
import { DriverError, type DriverErrorKind } from '@sluice/driver-kit';
import { locate } from '@sluice/sql';
import type { Logger } from 'pino';
import type { StopReason } from '../claim/index.js';
import { BatchError } from '../session/index.js';

const CODES: Record<DriverErrorKind, string | undefined> = {
  connection: 'connection_lost',
  authentication: 'connect_failed',
  sql: undefined,
  permission: undefined,
  timeout: 'timeout',
  cancelled: 'cancelled',
  limit: 'limit',
  internal: 'internal',
};

/** The place of a failure in a batch. */
export interface FailurePoint {
  /** The failed statement, as sent. */
  statement: { id: string; text: string };
  /** Why the worker was stopping the batch; undefined if it was not. */
  stopping: StopReason | undefined;
}

/** Returns how a batch ends after `error`. Every error that clients read is made here. */
export function endOf(error: unknown, { statement, stopping }: FailurePoint): BatchEnd {
  const described = describe(error, statement.text);
  const stopped = error instanceof DriverError && error.kind === 'cancelled';
  const where = { statementId: statement.id, notices: noticesOf(error) };
  if (!stopped || stopping === undefined) return { status: 'error', error: described, ...where };
  return { ...stoppedEnd(described, stopping), ...where };
}

const noticesOf = (error: unknown): string[] =>
  error instanceof DriverError ? [...error.notices] : [];

function stoppedEnd(described: StatementError, reason: StopReason): Omit<BatchEnd, 'statementId'> {
  switch (reason) {
    case 'cancel':
      return {
        status: 'cancelled',
        error: { ...described, title: 'Cancelled', code: 'cancelled' },
        cancelOutcome: described.outcome === 'unknown' ? 'connection_closed' : 'confirmed',
      };
    case 'restart':
      return {
        status: 'error',
        error: { ...described, title: 'Cancelled: the service was restarting', code: 'restart' },
      };
    case 'lease':
      return {
        status: 'error',
        error: { ...described, title: 'The worker lost its lease', code: 'worker_lost' },
      };
  }
}

function describe(error: unknown, text: string): StatementError {
  if (error instanceof DriverError) return describeDriverError(error, text);
  if (error instanceof BatchError) {
    const { message: title, outcome, code, detail } = error;
    return { title, outcome, code, ...(detail === undefined ? {} : { detail }) };
  }
  return { title: INTERNAL_ERROR, outcome: 'unknown', code: 'internal' };
}

/** Replaces the message of an unexpected error, which may contain paths, addresses or internal queries. */
const INTERNAL_ERROR = 'Internal error. See the worker log.';

/** Whether an error is unexpected; its cause is in the log only. */
export function isFault(error: unknown): boolean {
  if (error instanceof DriverError) return error.kind === 'internal';
  return !(error instanceof BatchError);
}

/** Logs an unexpected error. */
export function logFault(log: Logger, batchId: string, error: unknown): void {
  if (isFault(error)) log.error({ err: error, batchId }, 'batch failed with an internal error');
}

function describeDriverError(error: DriverError, text: string): StatementError {
  const { kind, title, outcome, detail, hint, position, sqlState } = error;
  const notSent = outcome === 'not_run' && kind === 'connection';
  const code = notSent ? 'connect_failed' : CODES[kind];
  return {
    title,
    outcome,
    kind,
    ...(code === undefined ? {} : { code }),
    ...(detail === undefined ? {} : { detail }),
    ...(hint === undefined ? {} : { hint }),
    ...(position === undefined ? {} : { position, ...locate(text, position) }),
    ...(sqlState === undefined ? {} : { sqlState }),
  };
}
