import type { Batch } from '@sluice/contracts';
import type { TestService } from '@sluice/testkit';
import { createLeanClient } from './client.js';
import { memoryGrowth, proportionalMemory } from './memory.js';
import type { Figure } from './table.js';
import { timed } from './timed.js';

const sleepSeconds = 2;

/** Concurrent batches and the seconds within which all must end. */
const rounds = [
  { count: 50, goalSeconds: 2.5 },
  { count: 500, goalSeconds: 4 },
];

/** Many batches that sleep in the target, on one worker with default settings. */
export async function measureSleeping(service: TestService): Promise<Figure[]> {
  const client = createLeanClient(service);
  const { connectionId } = service;
  const batchText = `select pg_sleep(${sleepSeconds})`;
  const run = async (): Promise<void> => {
    const path = '/api/batches?wait=30';
    const body = { connectionId, batchText };
    let batch = await client.json<Batch>('POST', path, body);
    while (batch.status === 'started') {
      batch = await client.json<Batch>('GET', `/api/batches/${batch.id}?wait=30`);
    }
    if (batch.status !== 'finished') throw new Error(`A batch ended in ${batch.status}`);
  };
  // Neither side compiles code during the measurement.
  const warmUp = { connectionId, batchText: 'select 1' };
  for (let done = 0; done < 100; done++) {
    await client.json<Batch>('POST', '/api/batches?wait=30', warmUp);
  }
  const pids = [
    service.api.pid,
    ...service.workers.flatMap((worker) => [worker.pid, ...worker.children()]),
  ];
  const figures: Figure[] = [];
  for (const { count, goalSeconds } of rounds) {
    const [peaks, takenMs] = await timed(() => {
      const all = Promise.all(Array.from({ length: count }, run));
      return Promise.all(pids.map((pid) => memoryGrowth(pid, () => all, proportionalMemory)));
    });
    const mebibytes = peaks.reduce((sum, { peakMiB }) => sum + peakMiB, 0);
    figures.push(
      {
        what: `${count} × pg_sleep(${sleepSeconds}) at a time`,
        value: `${(takenMs / 1000).toFixed(2)} s`,
        goal: `≤ ${goalSeconds} s`,
      },
      {
        what: `memory of its API, supervisor and executor, ${count} at a time`,
        value: `${mebibytes.toFixed(0)} MiB`,
        goal: '≤ 400 MiB',
      },
    );
  }
  client.close();
  return figures;
}
