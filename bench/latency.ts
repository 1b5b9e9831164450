import type { Batch } from '@sluice/contracts';
import type { TestService } from '@sluice/testkit';
import { ms, percentile, type Figure } from './table.js';

const warmUps = 50;
const sequential = 300;
const inFlightBatches = 1_000;

/** `select 1`, from POST to its rows, by waiting. */
async function runOnce({ admin, connectionId }: TestService): Promise<void> {
  const { id } = await admin.submit(connectionId, 'select 1');
  const batch = await admin.json<Batch>('GET', `/api/batches/${id}?wait=30`);
  const rows = await admin.rows(batch.statements[0]!.id);
  if (batch.status !== 'finished' || rows[0]?.[0] !== 1) throw new Error('The batch went wrong');
}

async function batchesPerSecond(service: TestService, inFlight: number): Promise<number> {
  let left = inFlightBatches;
  const startedAtMs = performance.now();
  const client = async (): Promise<void> => {
    while (left-- > 0) await runOnce(service);
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  return inFlightBatches / ((performance.now() - startedAtMs) / 1000);
}

/** End-to-end latency and throughput of the smallest batch. */
export async function measureLatency(service: TestService): Promise<Figure[]> {
  for (let count = 0; count < warmUps; count++) await runOnce(service);
  const times: number[] = [];
  for (let count = 0; count < sequential; count++) {
    const startedAtMs = performance.now();
    await runOnce(service);
    times.push(performance.now() - startedAtMs);
  }
  const eight = await batchesPerSecond(service, 8);
  const sixtyFour = await batchesPerSecond(service, 64);
  return [
    { what: 'select 1, POST to rows, p50', value: ms(percentile(times, 0.5)), goal: '≤ 15 ms' },
    { what: 'select 1, POST to rows, p95', value: ms(percentile(times, 0.95)) },
    { what: '8 in flight', value: `${eight.toFixed(0)} batches/s`, goal: '≥ 100 batches/s' },
    { what: '64 in flight', value: `${sixtyFour.toFixed(0)} batches/s` },
  ];
}
