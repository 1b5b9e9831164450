import type { Evidence, StatementEvidence } from './evidence.js';
import { rule, type CheckResult } from './rule.js';

/** Rules on the rows: C1, C5, C6, C8, C9 and N4. */
export function checkStates(evidence: Evidence): CheckResult[] {
  return [
    acknowledged(evidence),
    final(evidence),
    inOrder(evidence),
    agreeing(evidence),
    unchanged(evidence),
    toldOnce(evidence),
    withoutCollateral(evidence),
  ];
}

const isFinal = (status: string): boolean => ['finished', 'error', 'cancelled'].includes(status);

/** Returns the statements of every batch, in order. */
export function byBatch(statements: readonly StatementEvidence[]): StatementEvidence[][] {
  const groups = new Map<string, StatementEvidence[]>();
  for (const statement of statements) {
    const group = groups.get(statement.batchId);
    if (group === undefined) groups.set(statement.batchId, [statement]);
    else group.push(statement);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a.sequence - b.sequence));
}

function acknowledged({ clients, batches }: Evidence): CheckResult {
  const known = new Set(batches.map((batch) => batch.id));
  return rule('C1', 'every acknowledged batch exists', clients, ({ batchId }) =>
    known.has(batchId) ? null : `batch ${batchId} is missing`,
  );
}

function final({ batches, statements, faults, finalWithinMs }: Evidence): CheckResult {
  const lastFaultMs = Math.max(0, ...faults.map((fault) => fault.until.getTime()));
  const deadlineMs = lastFaultMs + finalWithinMs;
  const rows = [
    ...batches.map((row) => ({ ...row, what: 'batch' })),
    ...statements.map((row) => ({ ...row, what: 'statement' })),
  ];
  return rule('C5', 'everything is final in time after the last fault', rows, (row) => {
    if (!isFinal(row.status)) return `${row.what} ${row.id} is ${row.status}`;
    const lateMs = faults.length === 0 ? 0 : (row.stopTime?.getTime() ?? 0) - deadlineMs;
    return lateMs > 0 ? `${row.what} ${row.id} ended ${lateMs} ms late` : null;
  });
}

function inOrder({ statements }: Evidence): CheckResult {
  const pairs = byBatch(statements).flatMap((group) =>
    group.slice(1).map((next, index) => [group[index], next] as const),
  );
  return rule(
    'C6',
    'no statement runs before the previous one has finished',
    pairs,
    ([before, next]) => {
      if (before === undefined || next.startTime === null) return null;
      if (before.status !== 'finished') {
        return `${next.id} started although ${before.id} is ${before.status}`;
      }
      const { stopTime } = before;
      const overlaps = stopTime === null || next.startTime < stopTime;
      return overlaps ? `${next.id} started before ${before.id} ended` : null;
    },
  );
}

function agreeing({ batches, statements }: Evidence): CheckResult {
  const groups = new Map(byBatch(statements).map((group) => [group[0]?.batchId, group]));
  return rule('C8', 'a batch is finished exactly when all its statements are', batches, (batch) => {
    const group = groups.get(batch.id) ?? [];
    const all = group.length > 0 && group.every((each) => each.status === 'finished');
    if (all === (batch.status === 'finished')) return null;
    const statuses = group.map((each) => each.status).join(', ');
    return `batch ${batch.id} is ${batch.status}, its statements are ${statuses}`;
  });
}

function unchanged({ batches, statements, finalRowChanges }: Evidence): CheckResult {
  const changes = new Map(finalRowChanges.map((change) => [change.id, change]));
  return rule('C9', 'final rows never change', [...batches, ...statements], ({ id }) => {
    const change = changes.get(id);
    return change ? `${change.table} ${id}: ${change.before} became ${change.after}` : null;
  });
}

function toldOnce({ clients, batches }: Evidence): CheckResult {
  const statuses = new Map(batches.map((batch) => [batch.id, batch.status]));
  const told = clients.filter((client) => client.seenFinal !== null);
  return rule(
    'C9',
    'a final status reported to a client never changes',
    told,
    ({ batchId, seenFinal }) => {
      const now = statuses.get(batchId);
      return now === seenFinal
        ? null
        : `${batchId} was reported as ${seenFinal ?? ''}, is ${now ?? 'missing'}`;
    },
  );
}

/** The clocks of rows are read a moment before or after the event. */
const SLACK_MS = 2_000;

const faultCodes = new Set(['worker_lost', 'connection_lost', 'no_worker', 'internal', 'storage']);

/**
 * A batch fails by a fault only if there was one while it ran: a fault does not affect other batches.
 */
function withoutCollateral({ statements, faults }: Evidence): CheckResult {
  const blamed = statements.filter((each) => faultCodes.has(each.error?.code ?? ''));
  return rule('N4', 'every failure by a fault had a fault while it ran', blamed, (statement) => {
    const fromMs = (statement.startTime ?? statement.stopTime)?.getTime() ?? 0;
    const untilMs = (statement.stopTime ?? statement.startTime)?.getTime() ?? Infinity;
    const hit = faults.some(
      ({ from, until }) =>
        from.getTime() <= untilMs + SLACK_MS && until.getTime() >= fromMs - SLACK_MS,
    );
    return hit ? null : `${statement.id} ended as ${statement.error?.code ?? ''} without a fault`;
  });
}
