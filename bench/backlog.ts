import type { Batch } from '@sluice/contracts';
import { redisUrl, startService, type QueueBackendName, type TestService } from '@sluice/testkit';
import { Redis } from 'ioredis';
import { fillBacklog } from './backlog-data.js';
import { createLeanClient, type LeanClient } from './client.js';
import { timed } from './timed.js';
import { ms, percentile, type Figure } from './table.js';

const backlog = { batches: 100_000, tenants: 500 };
const rounds = 200;
const warmUps = 20;

/** Two services in turn, one with 100,000 waiting batches. */
export async function measureBacklog(
  queue: QueueBackendName,
  settings: Record<string, string>,
): Promise<Figure[]> {
  const empty = await startBusy(queue, settings);
  const full = await startBusy(queue, settings);
  try {
    const weight = await weighBacklog(queue, full.service);
    for (let count = 0; count < warmUps; count++) {
      await measureOnce(empty);
      await measureOnce(full);
    }
    const times = { empty: [] as Times[], full: [] as Times[] };
    for (let round = 0; round < rounds; round++) {
      times.empty.push(await measureOnce(empty));
      times.full.push(await measureOnce(full));
    }
    const compare = (what: string, of: keyof Times, share: number, goal?: string): Figure => {
      const [none, many] = [times.empty, times.full].map((each) =>
        percentile(
          each.map((one) => one[of]),
          share,
        ),
      );
      return {
        what: `${queue}: ${what}, none and ${backlog.batches} waiting`,
        value: `${ms(none!)}, ${ms(many!)}: ${(many! / none!).toFixed(2)} ×`,
        ...(goal !== undefined && { goal }),
      };
    };
    return [
      compare('submit p50', 'submit', 0.5),
      compare('submit p95', 'submit', 0.95, '≤ 2 ×'),
      compare('poll of a waiting batch p95', 'poll', 0.95),
      compare('cancel of a waiting batch p95', 'cancel', 0.95),
      ...weight,
    ];
  } finally {
    for (const { service, client } of [empty, full]) {
      client.close();
      await service.stop();
    }
  }
}

interface Busy {
  service: TestService;
  client: LeanClient;
}

/** A service whose only slot is in use, so that submitted batches wait. */
async function startBusy(queue: QueueBackendName, settings: Record<string, string>): Promise<Busy> {
  const service = await startService({
    queue,
    processes: true,
    settings: { ...settings, SERVICE_WORKER_PROCESSES: '1', SERVICE_WORKER_CONCURRENCY: '1' },
  });
  const { id } = await service.admin.submit(service.connectionId, 'select pg_sleep(7200)');
  await service.admin.startedBatch(id);
  return { service, client: createLeanClient(service) };
}

interface Times {
  submit: number;
  poll: number;
  cancel: number;
}

/** A batch is submitted, read and cancelled; the backlog stays the same. */
async function measureOnce({ service, client }: Busy): Promise<Times> {
  const [{ id }, submit] = await timed(() =>
    client.json<Batch>('POST', '/api/batches', {
      connectionId: service.connectionId,
      batchText: 'select 1',
    }),
  );
  const path = `/api/batches/${id}`;
  const [batch, poll] = await timed(() => client.json<Batch>('GET', path));
  if (batch.queuePosition === null) throw new Error('The batch does not wait');
  const [{ status }, cancel] = await timed(() => client.json<Batch>('PUT', `${path}/cancel`));
  if (status !== 'cancelled') throw new Error('The batch was not cancelled');
  return { submit, poll, cancel };
}

/** Fills the queue and measures the size of a waiting batch. */
async function weighBacklog(queue: QueueBackendName, service: TestService): Promise<Figure[]> {
  const { id } = await service.admin.submit(service.connectionId, 'select 1');
  const before = await weigh(service);
  await fillBacklog(service, id, backlog);
  const after = await weigh(service);
  const each = (total: number) => `${Math.round(total / backlog.batches)} bytes`;
  return [
    {
      what: `${queue}: rows and indexes of a waiting batch`,
      value: each(after.rows - before.rows),
    },
    queue === 'redis'
      ? { what: 'redis: memory of its job', value: each(after.redis - before.redis) }
      : { what: 'postgres: rows and indexes of its job', value: each(after.jobs - before.jobs) },
  ];
}

async function weigh({ database }: TestService) {
  const [sizes] = await database.query<{ rows: string; jobs: string }>(`
    select sum(pg_total_relation_size(c.oid)) filter (where nspname = 'public') as rows,
      coalesce(sum(pg_total_relation_size(c.oid)) filter (where nspname like '%_queue'), 0) as jobs
    from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r'`);
  const redis = new Redis(redisUrl());
  const memory = await redis.info('memory');
  redis.disconnect();
  return {
    rows: Number(sizes?.rows),
    jobs: Number(sizes?.jobs),
    redis: Number(/used_memory:(\d+)/.exec(memory)?.[1]),
  };
}
