import { randomUUID } from 'node:crypto';
import {
  consume,
  createProducer,
  createQueueBackend,
  keepRepeating,
  type JobHandlers,
} from '@sluice/jobs';
import { createEmptyDatabase, freePort, queueBackends, redisUrl, until } from '@sluice/testkit';
import t from 'tap';

const ignore = (): void => undefined;
const handlers: JobHandlers = {
  runBatch: () => Promise.resolve(),
  wake: () => Promise.resolve(),
  answerRequest: () => Promise.resolve(),
  retain: () => Promise.resolve(),
  stopOrphan: () => Promise.resolve(),
  sendWebhooks: () => Promise.resolve(),
};
const id = (value: string) => ({ id: value, v: 1 as const });

for (const queue of queueBackends) {
  t.test(`the queue on ${queue}`, async (t) => {
    const database = await createEmptyDatabase();
    t.teardown(() => database.drop());
    /** Opens the queue with a prefix: tests with equal prefixes share its jobs. */
    const openQueue = async (prefix: string) => {
      const backend = createQueueBackend({
        redisUrl: queue === 'redis' ? redisUrl() : undefined,
        databaseUrl: database.url,
        prefix,
      });
      await Promise.all([backend.prepare(), backend.prepare()]);
      const producer = createProducer(backend, ignore);
      t.teardown(() => producer.close());
      const open = async (own: Partial<JobHandlers>, pools = ['default']) => {
        const consumers = await consume({
          backend,
          handlers: { ...handlers, ...own },
          pools,
          concurrency: { batches: 4, requests: 1 },
          onError: ignore,
        });
        t.teardown(() => consumers.close());
        return consumers;
      };
      return { producer, open };
    };
    const { producer, open } = await openQueue(database.name);

    t.test('delivers each id to its handler', async (t) => {
      const seen: string[] = [];
      const consumers = await open({
        runBatch: ({ id: batchId }) => Promise.resolve(void seen.push(batchId)),
        answerRequest: ({ id: requestId }) =>
          Promise.resolve(void seen.push(`request ${requestId}`)),
      });
      const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
      await producer.add('runBatch', [id(a), id(b)]);
      await producer.add('answerRequest', [id(c)]);
      await until('all jobs were delivered', () => seen.length === 3);
      t.same(new Set(seen), new Set([a, b, `request ${c}`]));
      await consumers.close();
    });

    t.test('delivers the jobs of a pool only to consumers of that pool', async (t) => {
      const seen = { default: [] as string[], eu: [] as string[], both: [] as string[] };
      const [first, ofEu, ofUs] = [randomUUID(), randomUUID(), randomUUID()];
      const readers = (['default', 'eu'] as const).map((pool) =>
        open({ runBatch: ({ id: batchId }) => Promise.resolve(void seen[pool].push(batchId)) }, [
          pool,
        ]),
      );
      const consumers = await Promise.all(readers);
      await producer.add('runBatch', [id(ofUs)], 'us');
      await producer.add('runBatch', [id(ofEu)], 'eu');
      await producer.add('runBatch', [id(first)]);
      await until('two jobs were delivered', () => seen.default.length + seen.eu.length === 2);
      t.same(seen, { default: [first], eu: [ofEu], both: [] });
      await Promise.all(consumers.map((each) => each.close()));
      const both = await open(
        { runBatch: ({ id: batchId }) => Promise.resolve(void seen.both.push(batchId)) },
        ['default', 'us'],
      );
      const again = randomUUID();
      await producer.add('runBatch', [id(again)]);
      await until('the waiting jobs were delivered', () => seen.both.length === 2);
      t.same(new Set(seen.both), new Set([ofUs, again]));
      await both.close();
    });

    t.test(
      'does not add a waiting id twice and accepts it again after its job is done',
      async () => {
        const [a, last] = [randomUUID(), randomUUID()];
        await producer.add('runBatch', [id(a)]);
        await producer.add('runBatch', [id(a)]);
        const seen: string[] = [];
        const consumers = await open({
          runBatch: ({ id: batchId }) => Promise.resolve(void seen.push(batchId)),
        });
        await until('the job was delivered', () => seen.length === 1);
        await until('the job was delivered again', async () => {
          await producer.add('runBatch', [id(a)]);
          return seen.length > 1;
        });
        await producer.add('runBatch', [id(last)]);
        await until('the last job was delivered', () => seen.includes(last));
        await consumers.close();
      },
    );

    t.test('accepts a job again whose worker never finished it', async () => {
      const a = randomUUID();
      let release = ignore;
      const blocked = new Promise<void>((resolve) => (release = resolve));
      const seen: string[] = [];
      const dead = await open({
        runBatch: () => {
          seen.push('dead');
          return blocked;
        },
      });
      await producer.add('runBatch', [id(a)]);
      await until('a worker has claimed the job', () => seen.length === 1);
      await dead.stopTaking();
      const alive = await open({ runBatch: () => Promise.resolve(void seen.push('alive')) });
      await until('another worker has claimed the job', async () => {
        await producer.addAgain('runBatch', [id(a)]);
        return seen.includes('alive');
      });
      release();
      await Promise.all([dead.close(), alive.close()]);
    });

    t.test('does not retry a job whose handler failed', async (t) => {
      const [failing, next] = [randomUUID(), randomUUID()];
      const seen: string[] = [];
      const consumers = await open({
        runBatch: ({ id: batchId }) => {
          seen.push(batchId);
          return batchId === failing ? Promise.reject(new Error('broken')) : Promise.resolve();
        },
      });
      await producer.add('runBatch', [id(failing)]);
      await until('the failing job was delivered', () => seen.includes(failing));
      await producer.add('runBatch', [id(next)]);
      await until('the next job was delivered', () => seen.includes(next));
      t.equal(seen.filter((each) => each === failing).length, 1);
      await consumers.close();
    });

    t.test('repeats a job on one schedule for any number of processes', async (t) => {
      // A consumer of an earlier test may fetch a job while it closes. The job is then delivered again after 30 s.
      const { producer, open } = await openQueue(`${database.name}_repeated`);
      let runs = 0;
      const consumers = await open({ retain: () => Promise.resolve(void (runs += 1)) });
      const errors: unknown[] = [];
      const repeat = (everyMs: number) =>
        keepRepeating({
          producer,
          key: 'retain',
          payload: { v: 1 },
          everyMs,
          onError: (error) => errors.push(error),
        });
      // Three processes end before one with a shorter interval starts.
      for (let count = 0; count < 3; count++) await repeat(60_000).close();
      const everyMs = 300;
      const startedAtMs = performance.now();
      const repetition = repeat(everyMs);
      await until('the job has run four times', () => runs >= 4).catch((cause: unknown) => {
        throw new Error(`${runs} runs; errors: ${errors.map(String).join('; ')}`, { cause });
      });
      // A schedule for each call would run the job several times per interval. The number of elapsed
      // intervals accounts for delayed runs.
      const intervals = (performance.now() - startedAtMs) / everyMs;
      t.ok(
        runs <= intervals + 2,
        `one schedule: ${runs} runs in ${intervals.toFixed(1)} intervals`,
      );
      await repetition.close();
      await repeat(3_600_000).close();
      await consumers.close();
    });

    t.test('answers a ping, also while the queue of a pool is being opened', async () => {
      await producer.ping();
      const added = producer.add('runBatch', [id(randomUUID())], 'just named');
      await producer.ping();
      await added;
    });

    t.test('rejects a payload that is not an id', async (t) => {
      await t.rejects(producer.add('runBatch', [id('not-a-uuid')]));
    });
  });
}

t.test('adding a job fails at once if Redis is unavailable', async (t) => {
  const port = await freePort();
  const backend = createQueueBackend({
    redisUrl: `redis://127.0.0.1:${port}`,
    databaseUrl: 'postgresql://unused.invalid/none',
    prefix: 'unavailable',
  });
  const producer = createProducer(backend, ignore);
  const startedAtMs = performance.now();
  await t.rejects(producer.add('runBatch', [id(randomUUID())]));
  await t.rejects(producer.ping());
  t.ok(performance.now() - startedAtMs < 2_000);
  await producer.close();
});

t.test('a consumer reports an error if PostgreSQL is unavailable', async (t) => {
  const port = await freePort();
  const backend = createQueueBackend({
    redisUrl: undefined,
    databaseUrl: `postgresql://nobody@127.0.0.1:${port}/none`,
    prefix: 'unavailable',
  });
  await t.rejects(
    consume({
      backend,
      handlers,
      pools: ['default'],
      concurrency: {},
      onError: ignore,
    }),
  );
});
