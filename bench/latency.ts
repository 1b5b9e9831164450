import type { TestService } from '@sluice/testkit';
import { createLeanClient } from './client.js';
import { batchesPerSecond, runShortBatch } from './short-batches.js';
import { ms, percentile, type Figure } from './table.js';
import { timed } from './timed.js';

const warmUps = 50;
const sequential = 300;
const count = 1_000;

/** End-to-end latency and throughput of the smallest batch. */
export async function measureLatency(service: TestService): Promise<Figure[]> {
  const client = createLeanClient(service);
  const where = { client, connectionId: service.connectionId };
  for (let done = 0; done < warmUps; done++) await runShortBatch(where);
  const times: number[] = [];
  for (let done = 0; done < sequential; done++) {
    times.push((await timed(() => runShortBatch(where)))[1]);
  }
  const eight = await batchesPerSecond(where, { count, inFlight: 8 });
  const sixtyFour = await batchesPerSecond(where, { count, inFlight: 64 });
  client.close();
  return [
    { what: 'select 1, POST to rows, p50', value: ms(percentile(times, 0.5)), goal: '≤ 15 ms' },
    { what: 'select 1, POST to rows, p95', value: ms(percentile(times, 0.95)) },
    { what: '8 in flight', value: `${eight.toFixed(0)} batches/s`, goal: '≥ 100 batches/s' },
    { what: '64 in flight', value: `${sixtyFour.toFixed(0)} batches/s` },
  ];
}
