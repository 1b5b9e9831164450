import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestService } from '@sluice/testkit';
import { memoryGrowth } from './memory.js';
import { rounds, rowCount, storeBeside } from './store.js';
import { ms, percentile, type Figure } from './table.js';

const createTable = `create unlogged table wide as
  select g::int as id, g * 7919::bigint as big, (g / 7.0)::numeric(12,2) as amount,
    g * 1.5::float8 as ratio, 'customer ' || g as name, md5(g::text) as hash, g % 2 = 0 as flag,
    timestamptz '2024-01-01' + g * interval '1 second' as at, date '2024-01-01' + g % 365 as day,
    md5(g::text)::uuid as token
  from generate_series(1, ${rowCount}) g`;

/** Creates the table `wide` with ten columns. */
export async function createWide(service: TestService): Promise<void> {
  await service.target.query(createTable);
  await service.target.query('vacuum analyze wide');
}

/** Returns the seconds that psql takes to copy the table to a file. */
export function psqlCopySeconds(targetUrl: string, file: string, format = 'text'): number {
  const startedAtMs = performance.now();
  const copy = `copy (select * from wide) to stdout (format ${format})`;
  const { status, stderr, error } = spawnSync(
    'sh',
    ['-c', 'psql "$1" -c "$3" > "$2"', 'sh', targetUrl, file, copy],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw error ?? new Error(`psql is needed to compare with: ${stderr}`);
  return (performance.now() - startedAtMs) / 1000;
}

/** Reads a whole response and drops it, into one buffer like `curl`. */
export function readWhole(service: TestService, path: string): Promise<ReadWhole> {
  const { host, hostname, port } = new URL(service.baseUrl);
  const { authorization } = service.admin;
  return new Promise((resolve, reject) => {
    const startedAtMs = performance.now();
    let bytes = 0;
    const buffer = Buffer.allocUnsafe(256 * 1024);
    const callback = (count: number): boolean => {
      bytes += count;
      return true;
    };
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer, callback } });
    socket.on('error', reject);
    socket.on('close', () => {
      const seconds = (performance.now() - startedAtMs) / 1000;
      resolve({ megabytes: bytes / 1e6, seconds });
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n` +
        `authorization: ${authorization}\r\nconnection: close\r\n\r\n`,
    );
  });
}

/** The length of a response and the time it took. */
export interface ReadWhole {
  megabytes: number;
  seconds: number;
}

async function pageTimes(service: TestService, id: string): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < 50; count++) {
    const startedAtMs = performance.now();
    const path = `/api/statements/${id}/results?offset=900000&limit=100`;
    const page = await service.admin.json<unknown[]>('GET', path);
    if (page.length !== 100) throw new Error('The page is incomplete');
    times.push(performance.now() - startedAtMs);
  }
  return times;
}

/**
 * A result of 1,000,000 × 10: stored, read whole and by page, next to `psql copy` in the same run.
 */
export async function measureResult(service: TestService): Promise<Figure[]> {
  await createWide(service);
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  const file = join(folder, 'copy');
  const { id, figures } = await storeBeside(service, service.connectionId, {
    what: 'psql copy',
    goal: '≥ 0.9',
    seconds: () => psqlCopySeconds(service.target.url, file),
  });
  await rm(folder, { recursive: true });
  const read = await memoryGrowth(service.api.pid, async () => {
    const speeds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { megabytes, seconds } = await readWhole(service, `/api/statements/${id}/results`);
      speeds.push(megabytes / seconds);
    }
    return speeds;
  });
  const pages = await pageTimes(service, id);
  return [
    ...figures,
    {
      what: 'reading it whole, median',
      value: `${percentile(read.value, 0.5).toFixed(0)} MB/s`,
      goal: '≥ 300 MB/s',
    },
    { what: 'API memory growth', value: `${read.growthMiB.toFixed(0)} MiB`, goal: '≤ 32 MiB' },
    { what: 'API memory peak', value: `${read.peakMiB.toFixed(0)} MiB` },
    { what: 'page at row 900,000, p50', value: ms(percentile(pages, 0.5)), goal: '≤ 20 ms' },
    { what: 'page at row 900,000, p95', value: ms(percentile(pages, 0.95)) },
  ];
}
