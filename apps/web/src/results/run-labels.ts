import type {
  Batch,
  BatchListItem,
  BatchStatus,
  lastQueuePlace,
  Statement,
} from '@sluice/contracts';
import { formatRows } from '../ui/format.js';

/** Why a run waits, as a phrase after a colon. */
export const waitReasons: Record<NonNullable<Batch['waitReason']>, string> = {
  no_worker: 'no workers online',
  no_pool_worker: 'no workers online in the pool of this connection',
  storage_full: 'result storage is full',
  workers_busy: 'all workers are busy',
  target_full: 'the database accepts no more connections',
  connection_limit: 'connection limit reached',
  user_limit: 'user limit reached',
  token_limit: 'token limit reached',
  tenant_limit: 'tenant limit reached',
  client_busy: 'the session is running another query',
};

/** The service reports this position for all later ones too. */
const LAST_POSITION: typeof lastQueuePlace = 1_000;

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/** Returns the position in the queue, such as `3rd in line`. */
export const positionLabel = (position: number): string => {
  const ordinal = `${position}${suffixes[ordinals.select(position)] ?? 'th'}`;
  return `${ordinal}${position < LAST_POSITION ? '' : ' or later'} in line`;
};

/** Returns the label of a queued run, such as `Queued, 3rd in line: connection limit reached`. */
export function queuedLabel(position: number, reason: Batch['waitReason']): string {
  const why = reason === null ? '' : `: ${waitReasons[reason]}`;
  return `Queued, ${positionLabel(position)}${why}`;
}

/** The label of each status. A run in progress may still be queued. */
export const statusLabels: Record<BatchStatus, string> = {
  started: 'In progress',
  finished: 'Finished',
  error: 'Failed',
  cancelled: 'Cancelled',
};

/** Returns the state of a run, such as `Running statement 2 of 5`. */
export function runLabel({
  status,
  queuePosition,
  waitReason,
  statements,
}: Pick<BatchListItem, 'status' | 'queuePosition' | 'waitReason' | 'statements'>): string {
  if (status !== 'started') return statusLabels[status];
  if (queuePosition !== null) return queuedLabel(queuePosition, waitReason);
  if (statements === undefined) return 'Running';
  const running = statements.find((statement) => statement.status === 'started');
  if (running === undefined) return 'Connecting';
  return statements.length === 1
    ? 'Running'
    : `Running statement ${running.sequence} of ${statements.length}`;
}

/** Returns the rows of the running statement, such as `12,000 rows so far`; undefined before the first. */
export function rowsSoFar(
  statements: Pick<Statement, 'status' | 'rowCount'>[],
): string | undefined {
  const rowCount = statements.find(({ status }) => status === 'started')?.rowCount ?? 0;
  return rowCount === 0 ? undefined : `${formatRows(rowCount)} so far`;
}
