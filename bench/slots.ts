import type { TestService } from '@sluice/testkit';
import { memoryGrowth } from './memory.js';
import { createLeanClient } from './client.js';
import { inGroups } from './groups.js';
import type { Batch } from '@sluice/contracts';
import type { Figure } from './table.js';

/** Concurrent batches on one worker, which has as many slots in this part. */
export const slotCount = 1_000;

/**
 * A thousand concurrent batches on one worker: each sleeps until the last one has been submitted.
 */
export async function measureSlots(service: TestService): Promise<Figure[]> {
  const client = createLeanClient(service);
  const [executorPid] = service.workers.flatMap((worker) => worker.children());
  let leastLeaseMs = Infinity;
  let mostRunning = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { leftMs, running } = await look(service);
      leastLeaseMs = Math.min(leastLeaseMs, leftMs);
      mostRunning = Math.max(mostRunning, running);
    }
  })();
  const startedAtMs = performance.now();
  const { value: batches, peakMiB } = await memoryGrowth(executorPid!, async () => {
    const made = await inGroups(slotCount, () =>
      client.json<Batch>('POST', '/api/batches', {
        connectionId: service.connectionId,
        batchText: 'select pg_sleep(30)',
      }),
    );
    return Promise.all(made.map(({ id }) => untilFinal(service, id)));
  }).finally(() => {
    isOver = true;
  });
  await watching;
  client.close();
  const seconds = (performance.now() - startedAtMs) / 1000;
  const finished = batches.filter((batch) => batch.status === 'finished').length;
  return [
    {
      what: `${slotCount} × pg_sleep(30) on one worker, finished`,
      value: `${finished} in ${seconds.toFixed(0)} s, up to ${mostRunning} at a time`,
      goal: `${slotCount}`,
    },
    { what: 'its memory', value: `${peakMiB.toFixed(0)} MiB`, goal: '≤ 400 MiB' },
    { what: 'least that was left of its lease', value: `${leastLeaseMs.toFixed(0)} of 10000 ms` },
  ];
}

async function look({ database }: TestService): Promise<{ leftMs: number; running: number }> {
  const [row] = await database.query<{ leftMs: number; running: number }>(`
    select extract(epoch from min(lease_expires_at) - now())::float8 * 1000 as "leftMs",
      (select count(*)::int from statements where status = 'started') as running
    from workers`);
  return row ?? { leftMs: NaN, running: NaN };
}

const untilFinal = ({ admin }: TestService, id: string): Promise<Batch> =>
  admin.finalBatch(id, 300_000);
