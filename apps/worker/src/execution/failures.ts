import type { Outcome, StatementError } from '@sluice/contracts';
import type { BatchEnd } from '@sluice/database';
import { DriverError, type DriverErrorKind } from '@sluice/driver-kit';
import { locate } from '@sluice/sql';
import type { StopReason } from './active-batches.js';

/** A failure of ours, before or around a statement. */
export class ExecutionError extends Error {
  override readonly name = 'ExecutionError';
  readonly detail: string | undefined;
  constructor(
    readonly code: string,
    readonly outcome: Outcome,
    title: string,
    options: ErrorOptions & { detail?: string } = {},
  ) {
    super(title, options);
    this.detail = options.detail;
  }
}

const codeByKind: Record<DriverErrorKind, string | undefined> = {
  connection: 'connection_lost',
  authentication: 'connect_failed',
  sql: undefined,
  permission: undefined,
  timeout: 'timeout',
  cancelled: 'cancelled',
  limit: 'limit',
  internal: 'internal',
};

/** Where the batch stood when it failed. */
export interface FailurePoint {
  /** The statement at fault, as sent. */
  statement: { id: string; text: string };
  /** Why we were stopping the batch, if we were. */
  stopping: StopReason | undefined;
}

/** How a batch ends after `error`: the one place that turns errors into what clients read. */
export function endOf(error: unknown, { statement, stopping }: FailurePoint): BatchEnd {
  const described = describe(error, statement.text);
  const stopped = error instanceof DriverError && error.kind === 'cancelled';
  if (!stopped || stopping === undefined) {
    return { status: 'error', statementId: statement.id, error: described };
  }
  return { ...stoppedEnd(described, stopping), statementId: statement.id };
}

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
  if (error instanceof ExecutionError) {
    const { message: title, outcome, code, detail } = error;
    return { title, outcome, code, ...(detail === undefined ? {} : { detail }) };
  }
  return { title: faultTitle, outcome: 'unknown', code: 'internal' };
}

/** A message that nobody wrote for clients may hold anything: paths, addresses, our own queries. */
const faultTitle = 'The service failed here; its log says how';

/** Whether it is a fault that nobody expected: the log has to tell what the client is not told. */
export function isFault(error: unknown): boolean {
  if (error instanceof DriverError) return error.kind === 'internal';
  return !(error instanceof ExecutionError);
}

function describeDriverError(error: DriverError, text: string): StatementError {
  const { kind, title, outcome, detail, hint, position, sqlState } = error;
  const notSent = outcome === 'not_run' && kind === 'connection';
  const code = notSent ? 'connect_failed' : codeByKind[kind];
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
