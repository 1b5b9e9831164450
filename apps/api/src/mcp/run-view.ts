import type { Batch, Statement } from '@sluice/contracts';
import { batchOf, type Snapshot } from '../batches/index.js';

/** More statements would fill the context of a model. */
const MAX_STATEMENTS = 20;
const MAX_NOTICES = 5;
const MAX_TEXT = 2_000;

/** Returns the state of a run. A started batch that no worker has claimed is queued. */
export const stateOf = (snapshot: Snapshot, { status }: Pick<Batch, 'status'>): string => {
  if (status !== 'started') return status;
  return snapshot.isWaiting ? 'queued' : 'running';
};

/** Returns one line about a run, for progress. */
export function describeRun(snapshot: Snapshot): string {
  const batch = batchOf(snapshot);
  const reason = batch.waitReason === null ? '' : ` (${batch.waitReason})`;
  return `Run ${batch.id}: ${stateOf(snapshot, batch)}${reason}`;
}

/** Presents a run to a model: without its text, which the model has sent, and without empty fields. */
export function presentRun(snapshot: Snapshot): Record<string, unknown> {
  const batch = batchOf(snapshot);
  const shown = shownStatements(batch.statements);
  return {
    runId: batch.id,
    state: stateOf(snapshot, batch),
    ...withoutEmpty({
      waitReason: batch.waitReason,
      queuePosition: batch.queuePosition,
      durationMs: batch.durationMs,
      cancel: batch.cancel?.outcome ?? (batch.cancel === null ? null : 'requested'),
    }),
    statements: shown.map(presentStatement),
    ...(shown.length < batch.statements.length && {
      statementsNote: `${shown.length} of ${batch.statements.length} statements are shown`,
    }),
    ...(!snapshot.isFinal && {
      next: 'Not finished: call get_run with this runId, or cancel_run to stop it',
    }),
  };
}

/** The last statements; the first failed one is always among them. */
function shownStatements(statements: Statement[]): Statement[] {
  const last = statements.slice(-MAX_STATEMENTS);
  const failed = statements.find(({ error }) => error !== null);
  return failed === undefined || last.includes(failed) ? last : [failed, ...last.slice(1)];
}

function presentStatement(statement: Statement): Record<string, unknown> {
  const { notices, error } = statement;
  return {
    statementId: statement.id,
    state: statement.status === 'started' ? 'running' : statement.status,
    ...withoutEmpty({
      command: statement.command,
      rowCount: statement.rowCount,
      affectedRows: statement.affectedRows,
      truncatedBy: statement.truncatedBy,
      notices:
        notices.length === 0
          ? null
          : notices.slice(0, MAX_NOTICES).map((notice) => notice.slice(0, MAX_TEXT)),
      error:
        error === null ? null : withoutEmpty({ ...error, title: error.title.slice(0, MAX_TEXT) }),
    }),
  };
}

/** Returns the object without fields that are null or undefined. */
export const withoutEmpty = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
