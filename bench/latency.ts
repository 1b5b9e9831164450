import type { Batch } from '@sluice/contracts';
import type { TestService } from '@sluice/testkit';
import { createLeanClient, type LeanClient } from './client.js';
import { ms, percentile, type Figure } from './table.js';

const warmUps = 50;
const sequential = 300;
const inFlightBatches = 1_000;

interface Bench {
  client: LeanClient;
  connectionId: string;
}

/** `select 1`, from POST to its rows, by waiting. */
async function runOnce({ client, connectionId }: Bench): Promise<void> {
  const { id } = await client.json<Batch>('POST', '/api/batches', {
    connectionId,
    batchText: 'select 1',
  });
  const batch = await client.json<Batch>('GET', `/api/batches/${id}?wait=30`);
  const statementId = batch.statements[0]!.id;
  const rows = await client.json<unknown[][]>('GET', `/api/statements/${statementId}/results`);
  if (batch.status !== 'finished' || rows[0]?.[0] !== 1) throw new Error('The batch went wrong');
}

async function batchesPerSecond(bench: Bench, inFlight: number): Promise<number> {
  let left = inFlightBatches;
  const startedAtMs = performance.now();
  const work = async (): Promise<void> => {
    while (left-- > 0) await runOnce(bench);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return inFlightBatches / ((performance.now() - startedAtMs) / 1000);
}

/** End-to-end latency and throughput of the smallest batch. */
export async function measureLatency(service: TestService): Promise<Figure[]> {
  const client = createLeanClient(service);
  const bench = { client, connectionId: service.connectionId };
  for (let count = 0; count < warmUps; count++) await runOnce(bench);
  const times: number[] = [];
  for (let count = 0; count < sequential; count++) {
    const startedAtMs = performance.now();
    await runOnce(bench);
    times.push(performance.now() - startedAtMs);
  }
  const eight = await batchesPerSecond(bench, 8);
  const sixtyFour = await batchesPerSecond(bench, 64);
  client.close();
  return [
    { what: 'select 1, POST to rows, p50', value: ms(percentile(times, 0.5)), goal: '≤ 15 ms' },
    { what: 'select 1, POST to rows, p95', value: ms(percentile(times, 0.95)) },
    { what: '8 in flight', value: `${eight.toFixed(0)} batches/s`, goal: '≥ 100 batches/s' },
    { what: '64 in flight', value: `${sixtyFour.toFixed(0)} batches/s` },
  ];
}
