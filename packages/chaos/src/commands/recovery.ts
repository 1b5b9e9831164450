import { parseArgs } from 'node:util';
import { brokenRules } from '../checker/check.js';
import { closingLine, table } from '../checker/report.js';
import { createRandom } from '../plan/random.js';
import { blackOut, orders, parts, shuffled } from '../recovery/blackout.js';
import { loseWorkers, type Series } from '../recovery/worker-loss.js';
import { startServers } from '../world/servers.js';

type Queue = 'postgres' | 'redis';

/** A time limit and its measurement. */
interface Measurement {
  name: string;
  limitMs: number;
  run(): Promise<Series>;
}

/** `npm run recovery -w packages/chaos -- [--kills 200] [--blackouts 20] [--orders 24] [--queue redis|postgres]` */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '200' },
      blackouts: { type: 'string', default: '20' },
      orders: { type: 'string', default: '24' },
      queue: { type: 'string', default: 'redis' },
      seed: { type: 'string', default: '1' },
    },
  });
  const queue: Queue = values.queue === 'postgres' ? 'postgres' : 'redis';
  const random = createRandom(Number(values.seed));
  const starts = orders(parts).slice(0, Number(values.orders));
  const blackouts = Array.from({ length: Number(values.blackouts) }, () => shuffled(random));
  const measurements: Measurement[] = [
    {
      name: 'final after kill -9 of the worker',
      limitMs: 15_000,
      run: () => killWorkers(queue, Number(values.kills), Number(values.seed)),
    },
    {
      name: 'all final and serving after everything was killed',
      limitMs: 30_000,
      run: () =>
        blackOut({ queue, starts: blackouts, gapMs: 300, runningBatches: 5, measure: 'blackout' }),
    },
    {
      name: 'serving after the last start, in any order',
      limitMs: 5_000,
      run: () =>
        blackOut({ queue, starts, gapMs: 2_000, runningBatches: 0, measure: 'last start' }),
    },
  ];
  const rows: (string | number)[][] = [];
  let failed = 0;
  for (const { name, limitMs, run } of measurements) {
    const { timesMs, checks } = await run();
    const sorted = timesMs.sort((a, b) => a - b);
    const late = sorted.filter((timeMs) => timeMs > limitMs).length;
    const broken = brokenRules(checks);
    const at = (share: number): string => seconds(sorted[Math.floor(share * (sorted.length - 1))]);
    rows.push([
      name,
      sorted.length,
      at(0.5),
      at(0.95),
      at(1),
      seconds(limitMs),
      late,
      broken.join(),
    ]);
    console.log(`${name}: ${sorted.length} measurements, maximum ${at(1)}`);
    failed += (late > 0 ? 1 : 0) + (broken.length > 0 ? 1 : 0);
  }
  const heads = ['', 'times', 'p50', 'p95', 'longest', 'limit', 'late', 'violated rules'];
  console.log(`\n${table([heads, ...rows])}`);
  console.log(closingLine(2 * measurements.length - failed, failed));
  process.exitCode = failed === 0 ? 0 : 1;
}

const seconds = (ms: number | undefined): string =>
  ms === undefined ? '-' : `${(ms / 1000).toFixed(1)} s`;

const workers = 5;

async function killWorkers(queue: Queue, kills: number, seed: number): Promise<Series> {
  const servers = await startServers();
  try {
    return await loseWorkers({
      servers: {
        serviceServer: servers.service.url('postgres'),
        targetServer: servers.target.url('postgres'),
        redisUrl: queue === 'redis' ? servers.redis.url : undefined,
      },
      rounds: Math.ceil(kills / workers),
      workers,
      random: createRandom(seed),
    });
  } finally {
    await servers.stop();
  }
}

await main();
