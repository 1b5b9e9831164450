import { readFile } from 'node:fs/promises';
import type { View, ViewRequest } from '@sluice/contracts';
import { childrenOf, type TestService } from '@sluice/testkit';
import { memoryGrowth } from './memory.js';
import { createWide } from './result.js';
import { rounds, rowCount } from './store.js';
import { ms, percentile, type Figure } from './table.js';

/** One process, so that a view of another result ends it. */
export const viewSettings = { SERVICE_RESULT_VIEW_PROCESSES: '1' };

const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;
const SAMPLE_MS = 100;
/** Measurements of each view after its first. */
const repeats = 5;

/** Variants of each operation, so that no answer is taken from an earlier one. Columns are those of `wide`. */
const operations: Record<string, (round: number) => ViewRequest> = {
  sort: (round) => ({
    sort: [{ column: 2, descending: round % 2 === 0 }, { column: 0 }],
    limit: 100 + round,
  }),
  filter: (round) => ({ filters: [{ column: 1, operator: '>=', value: 7_000_000_000 + round }] }),
  find: (round) => ({ search: { text: `abc${String(round)}` } }),
  distinct: (round) => ({
    distinct: { column: 8 },
    filters: [{ column: 8, operator: '!=', value: `2024-03-${String(10 + round)}` }],
  }),
  aggregates: (round) => ({
    aggregates: (['sum', 'avg', 'min', 'max', 'median'] as const).map((name) => ({
      function: name,
      column: 3,
    })),
    filters: [{ column: 3, operator: '>', value: round }],
    limit: 0,
  }),
};

interface Times {
  first: number[];
  later: number[];
}

/** Views of 1,000,000 × 10 rows: the first of a result, which starts its process and reads the file, and later ones. */
export async function measureViews(service: TestService): Promise<Figure[]> {
  await createWide(service);
  const figures: Figure[] = [];
  const all: Times = { first: [], later: [] };
  const watch = watchChildren(service.api.pid);
  // The first view of the process loads code of the API.
  await view(service, await storeWide(service), { limit: 1 });
  const { growthMiB } = await memoryGrowth(service.api.pid, async () => {
    for (const [name, requestOf] of Object.entries(operations)) {
      const times = await measureOperation(service, requestOf);
      all.first.push(...times.first);
      all.later.push(...times.later);
      figures.push(...timeFigures(name, times));
    }
  });
  const processMiB = watch.stop();
  return [
    ...figures,
    ...timeFigures('all operations', all),
    { what: 'process memory, peak', value: `${processMiB.toFixed(0)} MiB`, goal: '≤ 512 MiB' },
    { what: 'API memory growth', value: `${growthMiB.toFixed(0)} MiB`, goal: '≤ 32 MiB' },
  ];
}

const timeFigures = (name: string, { first, later }: Times): Figure[] => [
  { what: `${name}, first, median`, value: ms(percentile(first, 0.5)), goal: '≤ 1000 ms' },
  { what: `${name}, later, median`, value: ms(percentile(later, 0.5)), goal: '≤ 200 ms' },
];

async function measureOperation(
  service: TestService,
  requestOf: (round: number) => ViewRequest,
): Promise<Times> {
  const times: Times = { first: [], later: [] };
  for (let round = 0; round < rounds; round++) {
    const id = await storeWide(service);
    times.first.push(await view(service, id, requestOf(0)));
    for (let repeat = 1; repeat <= repeats; repeat++) {
      times.later.push(await view(service, id, requestOf(repeat)));
    }
  }
  return times;
}

async function storeWide(service: TestService): Promise<string> {
  const batch = await service.admin.run(service.connectionId, 'select * from wide');
  const statement = batch.statements[0];
  if (statement?.rowCount !== rowCount) throw new Error(JSON.stringify(statement?.error));
  return statement.id;
}

/** Returns the milliseconds of a view. */
async function view({ admin }: TestService, id: string, request: ViewRequest): Promise<number> {
  const startedAtMs = performance.now();
  const answer = await admin.json<View>('POST', `/api/statements/${id}/view`, request);
  if (answer.rowCount !== rowCount) throw new Error(JSON.stringify(answer));
  return performance.now() - startedAtMs;
}

/** Samples the private memory of a process's children. Linux only. */
function watchChildren(pid: number): { stop(): number } {
  let peakMiB = 0;
  const timer = setInterval(() => {
    for (const child of childrenOf(pid)) {
      void privateMiB(child).then((now) => (peakMiB = Math.max(peakMiB, now)));
    }
  }, SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peakMiB;
    },
  };
}

async function privateMiB(pid: number): Promise<number> {
  const text = await readFile(`/proc/${String(pid)}/statm`, 'latin1').catch(() => '');
  const [, resident = 0, shared = 0] = text.split(' ').map(Number);
  return ((resident - shared) * PAGE_BYTES) / MIB;
}
