import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestService } from '@sluice/testkit';
import { memoryGrowth } from './memory.js';
import { createWide, psqlCopySeconds, readWhole } from './result.js';
import { rounds } from './store.js';
import { ms, percentile, type Figure } from './table.js';

const formats = { csv: '≥ 60 MB/s', ndjson: '≥ 100 MB/s', json: undefined, xlsx: undefined };

const median = (values: number[]): number => percentile(values, 0.5);

/**
 * A result of 1,000,000 × 10 as a file of each format, next to `psql copy … csv` in the same run.
 */
export async function measureDownloads(service: TestService): Promise<Figure[]> {
  await createWide(service);
  const { statements } = await service.admin.run(service.connectionId, 'select * from wide');
  const id = statements[0]?.id ?? '';
  const figures = await psqlFigures(service);
  for (const [format, goal] of Object.entries(formats)) {
    figures.push(...(await formatFigures(service, `/statement-results/${id}.${format}`, goal)));
  }
  return [...figures, ...(await resumeFigures(service, `/statement-results/${id}.csv?bom=true`))];
}

async function psqlFigures(service: TestService): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  const file = join(folder, 'copy.csv');
  const seconds = Array.from({ length: rounds }, () =>
    psqlCopySeconds(service.target.url, file, 'csv'),
  );
  const megabytes = (await stat(file)).size / 1e6;
  await rm(folder, { recursive: true });
  return [
    { what: 'psql copy csv, median', value: `${(megabytes / median(seconds)).toFixed(0)} MB/s` },
  ];
}

async function formatFigures(
  service: TestService,
  path: string,
  goal: string | undefined,
): Promise<Figure[]> {
  const format = path.split('.').at(-1) ?? '';
  const speeds: number[] = [];
  let megabytes = 0;
  const { growthMiB, value: answers } = await memoryGrowth(service.api.pid, () =>
    whileAsking(service, async () => {
      for (let round = 0; round < rounds; round++) {
        const read = await readWhole(service, path);
        megabytes = read.megabytes;
        speeds.push(read.megabytes / read.seconds);
      }
    }),
  );
  const speed = median(speeds).toFixed(0);
  return [
    {
      what: `${format}, ${megabytes.toFixed(0)} MB, median`,
      value: `${speed} MB/s (${(megabytes / median(speeds)).toFixed(1)} s)`,
      ...(goal === undefined ? {} : { goal }),
    },
    {
      what: `${format}: API memory growth`,
      value: `${growthMiB.toFixed(0)} MiB`,
      goal: '≤ 64 MiB',
    },
    { what: `${format}: another request meanwhile, p99`, value: ms(percentile(answers, 0.99)) },
  ];
}

/** Returns the times of small requests while `work` runs. */
async function whileAsking(service: TestService, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const startedAtMs = performance.now();
      await service.admin.request('GET', '/api/health');
      times.push(performance.now() - startedAtMs);
      await delay(10);
    }
  })();
  await work().finally(() => (isOver = true));
  await asking;
  return times;
}

/**
 * Requests the last byte of a file: first when its length must be computed, then when it is known.
 */
async function resumeFigures(service: TestService, path: string): Promise<Figure[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const startedAtMs = performance.now();
    const headers = { range: 'bytes=-1' };
    const answer = await service.admin.request('GET', path, undefined, headers);
    if ((await answer.arrayBuffer()).byteLength !== 1) throw new Error('The range is not one byte');
    times.push(performance.now() - startedAtMs);
  }
  const [first = NaN, ...later] = times;
  return [
    { what: 'first range of a csv in a process', value: ms(first) },
    { what: 'later ranges, median', value: ms(median(later)) },
  ];
}
