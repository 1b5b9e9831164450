import type { TestService } from '@sluice/testkit';
import { bareSelect } from './bare.js';
import { createLeanClient } from './client.js';
import {
  batchesPerSecond,
  runShortBatch,
  submitAndWait,
  submitReusable,
  submitThenWait,
  type Submit,
} from './short-batches.js';
import { processorUse, usedForEach } from './processor.js';
import { ms, percentile, type Figure } from './table.js';
import { timed } from './timed.js';

/** V8 compiles the hot code of API and executor during the first thousand batches. */
const warmUps = 1_500;
const sequential = 300;
const count = 1_000;

/** End-to-end latency and throughput of the smallest batch. */
export async function measureLatency(service: TestService): Promise<Figure[]> {
  const client = createLeanClient(service);
  const where = { client, connectionId: service.connectionId };
  const timeOf = async (submitted: Submit) =>
    (await timed(() => runShortBatch(where, submitted)))[1];
  for (let done = 0; done < warmUps; done++) await runShortBatch(where, submitThenWait);
  const [together, apart, bare]: [number[], number[], number[]] = [[], [], []];
  const rounds = [
    async () => together.push(await timeOf(submitAndWait)),
    async () => apart.push(await timeOf(submitThenWait)),
    async () => bare.push((await timed(() => bareSelect(service.target.url)))[1]),
  ];
  // In turns, so that other load on the machine affects all, and in both orders: each is slower after another one, which
  // used the caches of the processor.
  for (let done = 0; done < sequential; done++) {
    for (const round of done % 2 === 0 ? rounds : rounds.toReversed()) await round();
  }
  const reused: number[] = [];
  for (let done = 0; done < sequential; done++)
    reused.push((await timed(() => submitReusable(where)))[1]);
  const before = await processorUse(service);
  const eight = await batchesPerSecond(where, { count, inFlight: 8 });
  const used = usedForEach(before, await processorUse(service), count);
  const eightApart = await batchesPerSecond(where, { count, inFlight: 8 }, submitThenWait);
  const sixtyFour = await batchesPerSecond(where, { count, inFlight: 64 });
  client.close();
  const p50 = (times: number[]): string => ms(percentile(times, 0.5));
  const perSecond = (batches: number): string => `${batches.toFixed(0)} batches/s`;
  return [
    { what: 'select 1, POST ?wait= to rows, p50', value: p50(together), goal: '≤ 15 ms' },
    { what: 'select 1, POST ?wait= to rows, p95', value: ms(percentile(together, 0.95)) },
    { what: 'select 1, POST, GET ?wait= to rows, p50', value: p50(apart) },
    { what: 'a bare script with pg: connect, select 1, end, p50', value: p50(bare) },
    {
      what: 'POST ?wait= to rows in times of the script',
      value: `${(percentile(together, 0.5) / percentile(bare, 0.5)).toFixed(2)} ×`,
      goal: '≤ 1.2 ×',
    },
    { what: 'select 1 with maxAgeSeconds, reused, p50', value: p50(reused), goal: '≤ 10 ms' },
    { what: '8 in flight', value: perSecond(eight), goal: '≥ 150 batches/s' },
    {
      what: 'processor time of a batch, 8 in flight',
      value: Object.entries(used)
        .map(([part, takenMs]) => `${part} ${takenMs.toFixed(1)}`)
        .join(', ')
        .concat(` = ${ms(Object.values(used).reduce((sum, takenMs) => sum + takenMs, 0))}`),
    },
    { what: '8 in flight, POST, GET ?wait=', value: perSecond(eightApart) },
    { what: '64 in flight', value: perSecond(sixtyFour) },
  ];
}
