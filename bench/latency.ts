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

/** Runs `select 1` and gives the batch as it ended. */
type Submit = (bench: Bench) => Promise<Batch>;

const submit = ({ client, connectionId }: Bench, query = ''): Promise<Batch> =>
  client.json<Batch>('POST', `/api/batches${query}`, { connectionId, batchText: 'select 1' });

const submitAndWait: Submit = (bench) => submit(bench, '?wait=30');

const submitThenWait: Submit = async (bench) => {
  const { id } = await submit(bench);
  return bench.client.json<Batch>('GET', `/api/batches/${id}?wait=30`);
};

/** From the request to the rows. */
async function runOnce(bench: Bench, submitted: Submit): Promise<void> {
  const { client } = bench;
  const batch = await submitted(bench);
  const statementId = batch.statements[0]!.id;
  const rows = await client.json<unknown[][]>('GET', `/api/statements/${statementId}/results`);
  if (batch.status !== 'finished' || rows[0]?.[0] !== 1) throw new Error('The batch went wrong');
}

async function batchesPerSecond(
  bench: Bench,
  submitted: Submit,
  inFlight: number,
): Promise<number> {
  let left = inFlightBatches;
  const startedAtMs = performance.now();
  const work = async (): Promise<void> => {
    while (left-- > 0) await runOnce(bench, submitted);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  return inFlightBatches / ((performance.now() - startedAtMs) / 1000);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

/** End-to-end latency and throughput of the smallest batch. */
export async function measureLatency(service: TestService): Promise<Figure[]> {
  const client = createLeanClient(service);
  const bench = { client, connectionId: service.connectionId };
  for (let count = 0; count < warmUps; count++) await runOnce(bench, submitThenWait);
  // In turns: what else the machine does meets both alike.
  const [together, apart]: [number[], number[]] = [[], []];
  for (let count = 0; count < sequential; count++) {
    together.push(await timeOf(() => runOnce(bench, submitAndWait)));
    apart.push(await timeOf(() => runOnce(bench, submitThenWait)));
  }
  const eight = await batchesPerSecond(bench, submitAndWait, 8);
  const sixtyFour = await batchesPerSecond(bench, submitAndWait, 64);
  const eightApart = await batchesPerSecond(bench, submitThenWait, 8);
  client.close();
  const p50 = (times: number[]): string => ms(percentile(times, 0.5));
  return [
    { what: 'select 1, POST ?wait= to rows, p50', value: p50(together), goal: '≤ 15 ms' },
    { what: 'select 1, POST ?wait= to rows, p95', value: ms(percentile(together, 0.95)) },
    { what: 'select 1, POST, GET ?wait= to rows, p50', value: p50(apart) },
    { what: '8 in flight', value: `${eight.toFixed(0)} batches/s`, goal: '≥ 100 batches/s' },
    { what: '8 in flight, POST, GET ?wait=', value: `${eightApart.toFixed(0)} batches/s` },
    { what: '64 in flight', value: `${sixtyFour.toFixed(0)} batches/s` },
  ];
}
