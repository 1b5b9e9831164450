import type { TestService } from '@sluice/testkit';
import { memoryGrowth } from './memory.js';
import { percentile, type Figure } from './table.js';

/** Rows of the table `wide` with ten columns. */
export const rowCount = 1_000_000;
/** Number of measurements of each, in turns. */
export const rounds = 5;

/** How the engine's own client writes the same rows to a file. */
export interface Yardstick {
  what: string;
  goal: string;
  seconds(): number;
}

/**
 * Stores `select * from wide` several times, compared with the engine's own client, and samples the memory.
 */
export async function storeBeside(
  service: TestService,
  connectionId: string,
  { what, goal, seconds: ownSeconds }: Yardstick,
): Promise<{ id: string; figures: Figure[] }> {
  const [executor = 0] = service.workers[0]!.children();
  const own: number[] = [];
  const stored = await memoryGrowth(executor, async () => {
    const seconds: number[] = [];
    const { id } = await storeOnce(service, connectionId);
    for (let round = 0; round < rounds; round++) {
      own.push(ownSeconds());
      seconds.push((await storeOnce(service, connectionId)).seconds);
    }
    return { seconds, id };
  });
  const ownMedian = percentile(own, 0.5);
  const median = percentile(stored.value.seconds, 0.5);
  return {
    id: stored.value.id,
    figures: [
      { what: `${what}, 1M × 10, median`, value: `${ownMedian.toFixed(2)} s` },
      { what: 'batch to stored file, median', value: `${median.toFixed(2)} s` },
      { what: `ratio to ${what}`, value: (ownMedian / median).toFixed(2), goal },
      {
        what: 'worker memory growth',
        value: `${stored.growthMiB.toFixed(0)} MiB`,
        goal: '≤ 64 MiB',
      },
      { what: 'worker memory peak', value: `${stored.peakMiB.toFixed(0)} MiB` },
    ],
  };
}

async function storeOnce(
  service: TestService,
  connectionId: string,
): Promise<{ id: string; seconds: number }> {
  const startedAtMs = performance.now();
  const batch = await service.admin.run(connectionId, 'select * from wide');
  const statement = batch.statements[0]!;
  if (statement.rowCount !== rowCount) throw new Error(JSON.stringify(statement.error));
  return { id: statement.id, seconds: (performance.now() - startedAtMs) / 1000 };
}
