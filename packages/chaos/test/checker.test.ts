import type { Outcome } from '@sluice/contracts';
import t from 'tap';
import { brokenRules, check } from '../src/checker/check.js';
import { recording, type Evidence, type StatementEvidence } from '../src/checker/evidence.js';

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

const statement = (
  sequence: number,
  changes: Partial<StatementEvidence> = {},
): StatementEvidence => ({
  id: `s${sequence}`,
  batchId: 'b',
  sequence,
  text: recording(`m${sequence}`),
  status: 'finished',
  startTime: at(sequence * 2),
  stopTime: at(sequence * 2 + 1),
  resultsPath: null,
  rowCount: null,
  bytes: null,
  checksum: null,
  error: null,
  ...changes,
});

const effect = (sequence: number, second = sequence * 2) => ({
  marker: `m${sequence}`,
  at: at(second),
  backendPid: 1,
});

const healthy: Evidence = {
  clients: [{ batchId: 'b', seenFinal: 'finished' }],
  batches: [{ id: 'b', status: 'finished', stopTime: at(5) }],
  statements: [statement(1), statement(2)],
  effects: [effect(1), effect(2)],
  files: [],
  finalRowChanges: [],
  runningQueries: [],
  faults: [],
  finalWithinMs: 60_000,
};

const ended = (outcome: Outcome, code?: string) => ({
  status: 'error',
  error: { title: 'x', outcome, ...(code === undefined ? {} : { code }) },
});

const inError: Partial<Evidence> = {
  clients: [{ batchId: 'b', seenFinal: 'error' }],
  batches: [{ id: 'b', status: 'error', stopTime: at(5) }],
};

t.test('a run without faults passes', async (t) => {
  t.same(brokenRules(check(healthy)), []);
});

t.test('a correct unknown outcome passes, with its effect and without', async (t) => {
  const run: Evidence = {
    ...healthy,
    ...inError,
    statements: [statement(1), statement(2, ended('unknown', 'worker_lost'))],
    faults: [{ kind: 'worker kill', from: at(4), until: at(5) }],
  };
  t.same(brokenRules(check(run)), []);
  t.same(brokenRules(check({ ...run, effects: [effect(1)] })), []);
});

t.test('a transaction without a commit passes without effects', async (t) => {
  const run: Evidence = {
    ...healthy,
    ...inError,
    statements: [
      statement(1, { text: 'begin' }),
      statement(2),
      statement(3, { status: 'cancelled', startTime: null, stopTime: at(5), text: 'commit' }),
    ],
    effects: [],
  };
  t.same(brokenRules(check(run)), []);
  t.same(brokenRules(check({ ...run, effects: [effect(2)] })), ['C4']);
});

const cases: [what: string, rules: string[], changes: Partial<Evidence>][] = [
  ['a missing batch', ['C1', 'C9'], { batches: [] }],
  ['a second effect', ['C2', 'C3'], { effects: [effect(1), effect(2), effect(2, 5)] }],
  ['a finished statement without effect', ['C3', 'C4'], { effects: [effect(1)] }],
  [
    'a finished statement without its file',
    ['C3'],
    { statements: [statement(1), statement(2, { resultsPath: 'd/s2.json' })] },
  ],
  [
    'a truncated file',
    ['C3'],
    {
      statements: [
        statement(1),
        statement(2, { resultsPath: 'd/s2.json', bytes: 9, checksum: 1, rowCount: 2 }),
      ],
      files: [{ path: 'd/s2.json', bytes: 5, crc32: 1, rows: null }],
    },
  ],
  [
    'an effect of a statement reported as not run',
    ['C4'],
    { ...inError, statements: [statement(1), statement(2, ended('not_run'))] },
  ],
  [
    'an effect of a statement reported as failed',
    ['C4'],
    { ...inError, statements: [statement(1), statement(2, ended('failed'))] },
  ],
  [
    'a statement reported as run without an effect',
    ['C3'],
    {
      ...inError,
      statements: [statement(1), statement(2, ended('ran_result_lost'))],
      effects: [effect(1)],
    },
  ],
  [
    'a lost result without a fault',
    ['N4'],
    { ...inError, statements: [statement(1), statement(2, ended('ran_result_lost', 'storage'))] },
  ],
  [
    'a batch that is not final',
    ['C5', 'C8'],
    { clients: [], batches: [{ id: 'b', status: 'started', stopTime: null }] },
  ],
  [
    'a batch that is final too late',
    ['C5'],
    { faults: [{ kind: 'x', from: at(0), until: at(1) }], finalWithinMs: 2_000 },
  ],
  [
    'a statement that started before the previous one ended',
    ['C6'],
    { statements: [statement(1), statement(2, { startTime: at(2) })] },
  ],
  ['effects in the wrong order', ['C7'], { effects: [effect(1, 5), effect(2, 3)] }],
  ['a failed batch with finished statements', ['C8'], inError],
  [
    'a changed final row',
    ['C9'],
    { finalRowChanges: [{ table: 'batches', id: 'b', before: 'error', after: 'finished' }] },
  ],
  [
    'a client with another final status',
    ['C9'],
    { clients: [{ batchId: 'b', seenFinal: 'error' }] },
  ],
  [
    'a file without a row',
    ['C10'],
    { files: [{ path: 'd/x.json.part', bytes: 1, crc32: 1, rows: null }] },
  ],
  ['a query that still runs', ['C10'], { runningQueries: ['select pg_sleep(60)'] }],
  [
    'a worker lost without a fault',
    ['N4'],
    { ...inError, statements: [statement(1), statement(2, ended('unknown', 'worker_lost'))] },
  ],
];

for (const [what, rules, changes] of cases) {
  t.test(`the checker finds ${what}`, async (t) => {
    t.same(new Set(brokenRules(check({ ...healthy, ...changes }))), new Set(rules));
  });
}
