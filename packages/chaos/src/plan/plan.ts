import { recording } from '../checker/evidence.js';
import type { StoreMoment } from '../world/results-fault.js';
import { createRandom, type Random } from './random.js';

/** Size of a run. */
export interface PlanOptions {
  seed: number;
  batches: number;
  faults: number;
  queue: 'redis' | 'postgres';
  apis: number;
  workers: number;
  /** Lease time of a worker in milliseconds; a pause must exceed it. */
  leaseMs: number;
}

/** A planned batch. */
export interface PlannedBatch {
  /** Its Idempotency-Key, and the prefix of its statements' markers. */
  key: string;
  text: string;
  /** Index of the first API to ask. */
  api: number;
  /** Milliseconds until it is cancelled; null for never. */
  cancelAfterMs: number | null;
}

/** The kinds of faults. */
export type FaultKind =
  | 'worker kill'
  | 'worker pause'
  | 'api kill'
  | 'redis restart'
  | 'redis flush'
  | 'postgres restart'
  | 'sessions cut'
  | `results ${StoreMoment}`;

/** A planned fault. */
export interface PlannedFault {
  kind: FaultKind;
  /** It happens after this many batches were sent. */
  afterBatches: number;
  /** Index of the process, or which half of the sessions. */
  target: number;
  /** Duration in milliseconds. */
  forMs: number;
}

/** The plan of a run, made before it starts: equal seeds give equal plans. */
export interface Plan {
  batches: PlannedBatch[];
  faults: PlannedFault[];
}

/** Makes the plan of a run. Pure. */
export function makePlan(options: PlanOptions): Plan {
  // Two sources, so that the number of faults does not change the batches.
  const forBatches = createRandom(options.seed);
  const forFaults = createRandom(options.seed ^ 0x5eed);
  return {
    batches: Array.from({ length: options.batches }, (_, index) =>
      planBatch(forBatches, options, index),
    ),
    faults: Array.from({ length: options.faults }, (_, index) =>
      planFault(forFaults, options, index),
    ),
  };
}

function planBatch(random: Random, { seed, apis }: PlanOptions, index: number): PlannedBatch {
  const key = `s${seed}-b${index}`;
  const count = random.whole(1, 3);
  const statements = Array.from({ length: count }, (_, at) =>
    statement(random, `${key}-${at + 1}`),
  );
  // An error in the middle: statements after it must not run.
  if (random.chance(0.1)) statements.splice(random.whole(0, statements.length), 0, 'select 1 / 0');
  const isTransaction = random.chance(0.15);
  const texts = isTransaction ? ['begin', ...statements, 'commit'] : statements;
  return {
    key,
    text: texts.join(';\n'),
    api: random.whole(0, apis - 1),
    cancelAfterMs: random.chance(0.08) ? random.whole(0, 150) : null,
  };
}

const writingRows = (insert: string, count: number, column = ''): string =>
  `with recorded as (${insert} returning marker)
   select marker, repeat('x', 100)${column} from recorded, generate_series(1, ${count}) g`;

function statement(random: Random, marker: string): string {
  const insert = recording(marker);
  // Rows that take a while and are written in several chunks.
  if (random.chance(0.06)) return writingRows(insert, 1_000, ', pg_sleep(0.0007)');
  if (random.chance(0.06)) return writingRows(insert, 5_000);
  switch (random.whole(0, 5)) {
    case 0:
      return `${insert} from pg_sleep(${(random.whole(1, 80) / 1000).toFixed(3)})`;
    case 1:
      return `${insert} returning marker, repeat('x', ${random.whole(0, 5_000)}) as filler`;
    case 2:
      return `select pg_sleep(${(random.whole(1, 60) / 1000).toFixed(3)}), '${marker}' as name`;
    default:
      return insert;
  }
}

const storeFaults: [FaultKind, number][] = [
  ['results open', 5],
  ['results write', 5],
  ['results publish', 5],
  ['results rename', 5],
];

/** Relative frequency of each kind. A restart of PostgreSQL stops everything, so it is rare. */
const weights: Record<PlanOptions['queue'], [FaultKind, number][]> = {
  redis: [
    ['worker kill', 30],
    ['worker pause', 14],
    ['api kill', 18],
    ['redis restart', 10],
    ['redis flush', 14],
    ['postgres restart', 5],
    ['sessions cut', 9],
    ...storeFaults,
  ],
  postgres: [
    ['worker kill', 38],
    ['worker pause', 18],
    ['api kill', 22],
    ['postgres restart', 7],
    ['sessions cut', 15],
    ...storeFaults,
  ],
};

function planFault(random: Random, options: PlanOptions, index: number): PlannedFault {
  const { batches, faults, queue, apis, workers } = options;
  const kind = pickWeighted(random, weights[queue]);
  const share = (index + random.next()) / faults;
  return {
    kind,
    // No fault in the last 2 %, so that the last fault hits batches that still run.
    afterBatches: Math.floor(share * batches * 0.98),
    target: random.whole(0, (kind === 'api kill' ? apis : workers) - 1),
    forMs: durationMs(random, kind, options),
  };
}

function durationMs(random: Random, kind: FaultKind, { leaseMs }: PlanOptions): number {
  switch (kind) {
    case 'worker pause':
      // Half of the pauses end before the lease does, half of them long after.
      return random.chance(0.5)
        ? random.whole(100, Math.floor(leaseMs / 2))
        : random.whole(leaseMs + 300, leaseMs + 2_000);
    case 'worker kill':
    case 'api kill':
      return random.whole(0, 1_500);
    case 'redis restart':
      return random.whole(0, 2_000);
    case 'postgres restart':
      return random.whole(0, 800);
    case 'results open':
    case 'results write':
    case 'results rename':
      return random.whole(200, 1_500);
    case 'results publish':
      // Rows are published twice a second.
      return random.whole(1_000, 2_500);
    case 'redis flush':
    case 'sessions cut':
      return 0;
  }
}

function pickWeighted<T>(random: Random, items: readonly [T, number][]): T {
  const total = items.reduce((sum, [, weight]) => sum + weight, 0);
  let left = random.next() * total;
  for (const [item, weight] of items) {
    left -= weight;
    if (left < 0) return item;
  }
  throw new Error('The list is empty');
}
