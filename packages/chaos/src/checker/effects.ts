import { markerOf, type Effect, type Evidence, type StatementEvidence } from './evidence.js';
import { rule, type CheckResult } from './rule.js';
import { byBatch } from './states.js';
import { transactionEnds, type TransactionEnd } from './transactions.js';

interface Recorded {
  statement: StatementEvidence;
  effects: Effect[];
  transaction: TransactionEnd;
}

/** Rules on the target database: C2, C3, C4 and C7. */
export function checkEffects(evidence: Evidence): CheckResult[] {
  const found = new Map<string, Effect[]>();
  for (const effect of evidence.effects) {
    const known = found.get(effect.marker);
    if (known === undefined) found.set(effect.marker, [effect]);
    else known.push(effect);
  }
  const effectsOf = (statement: StatementEvidence): Effect[] =>
    found.get(markerOf(statement.text) ?? '') ?? [];
  const ends = transactionEnds(evidence.statements);
  const recorded: Recorded[] = evidence.statements
    .filter((statement) => markerOf(statement.text) !== null)
    .map((statement) => ({
      statement,
      effects: effectsOf(statement),
      transaction: ends.get(statement.id) ?? 'committed',
    }));
  return [
    atMostOnce(found),
    finishedHasEffect(recorded),
    finishedHasFile(evidence),
    lostResultHasEffect(recorded),
    notRunHasNone(recorded),
    rolledBackHasNone(recorded),
    missingIsExplained(recorded),
    inSequence(evidence.statements, effectsOf),
  ];
}

const atMostOnce = (found: ReadonlyMap<string, Effect[]>): CheckResult =>
  rule('C2', 'every statement has at most one effect', [...found], ([marker, effects]) => {
    const pids = effects.map((effect) => effect.backendPid).join(', ');
    return effects.length <= 1 ? null : `${marker} ran ${effects.length} times (backends ${pids})`;
  });

const finishedHasEffect = (recorded: Recorded[]): CheckResult =>
  rule(
    'C3',
    'finished: exactly one effect',
    recorded.filter(
      ({ statement, transaction }) =>
        statement.status === 'finished' && transaction === 'committed',
    ),
    ({ statement, effects }) =>
      effects.length === 1 ? null : `${statement.id} finished with ${effects.length} effects`,
  );

function finishedHasFile({ statements, files }: Evidence): CheckResult {
  const stored = new Map(files.map((file) => [file.path, file]));
  const withResult = statements.filter(
    (each) => each.status === 'finished' && each.resultsPath !== null,
  );
  return rule('C3', 'finished: a complete result file', withResult, (statement) => {
    const file = stored.get(statement.resultsPath ?? '');
    if (file === undefined) return `${statement.id}: ${statement.resultsPath ?? ''} is missing`;
    const isWhole =
      file.bytes === statement.bytes &&
      file.crc32 === statement.checksum &&
      file.rows === statement.rowCount;
    return isWhole ? null : `${statement.id}: ${file.path} does not match its row`;
  });
}

const lostResultHasEffect = (recorded: Recorded[]): CheckResult =>
  rule(
    'C3',
    'result lost: exactly one effect',
    recorded.filter(({ statement }) => statement.error?.outcome === 'ran_result_lost'),
    ({ statement, effects }) =>
      effects.length === 1
        ? null
        : `${statement.id} reports that it ran, with ${effects.length} effects`,
  );

const rolledBackHasNone = (recorded: Recorded[]): CheckResult =>
  rule(
    'C4',
    'rolled back: no effect',
    recorded.filter(({ transaction }) => transaction === 'rolled back'),
    ({ statement, effects }) =>
      effects.length === 0 ? null : `${statement.id} has an effect without a commit`,
  );

/** The statement was never sent or was rejected by the database, so that it had no effect. */
const hadNoEffect = ({ status, startTime, error }: StatementEvidence): boolean =>
  error === null
    ? status === 'cancelled' || (startTime === null && status !== 'finished')
    : ['not_run', 'failed'].includes(error.outcome);

const notRunHasNone = (recorded: Recorded[]): CheckResult =>
  rule(
    'C4',
    'not run or failed: no effect',
    recorded.filter(({ statement }) => hadNoEffect(statement)),
    ({ statement, effects }) =>
      effects.length === 0
        ? null
        : `${statement.id} has an effect but reports ${statement.error?.outcome ?? statement.status}`,
  );

const missingIsExplained = (recorded: Recorded[]): CheckResult =>
  rule(
    'C4',
    'every missing effect is an error or a cancel',
    recorded.filter(
      ({ effects, transaction }) => effects.length === 0 && transaction === 'committed',
    ),
    ({ statement }) =>
      ['error', 'cancelled'].includes(statement.status)
        ? null
        : `${statement.id} has no effect and is ${statement.status}`,
  );

function inSequence(
  statements: readonly StatementEvidence[],
  effectsOf: (statement: StatementEvidence) => Effect[],
): CheckResult {
  return rule('C7', 'effects of a batch are in order', byBatch(statements), (group) => {
    const times = group.flatMap((each) => effectsOf(each).map((effect) => effect.at.getTime()));
    const inOrder = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
    return inOrder ? null : `batch ${group[0]?.batchId ?? ''} ran out of order`;
  });
}
