import type { Batch } from '@sluice/contracts';
import { attackedQueues, isDeep, startService, until, type TestProcess } from '@sluice/testkit';
import t from 'tap';

const rounds = isDeep ? 2 : 1;

/** Sends each request to the next ready API, like a load balancer with frequent checks. */
function balance(authorization: string) {
  const apis = new Map<TestProcess, boolean>();
  let turn = 0;
  const isReady = async ({ address }: TestProcess): Promise<boolean> => {
    const answer = await fetch(`${address}/api/ready`).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      for (const api of apis.keys()) apis.set(api, await isReady(api));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    add: (api: TestProcess) => apis.set(api, false),
    remove: (api: TestProcess) => apis.delete(api),
    isServing: (api: TestProcess) => apis.get(api) === true,
    json: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const ready = [...apis].filter(([, is]) => is).map(([api]) => api);
      const api = ready[turn++ % ready.length];
      if (api === undefined) throw new Error('No API is ready');
      const answer = await fetch(`${api.address}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
    close: () => {
      isOver = true;
      return watching;
    },
  };
}

for (const queue of attackedQueues('redis')) {
  t.test(`every process is replaced under load with the queue on ${queue}`, async (t) => {
    const service = await startService({
      queue,
      processes: true,
      settings: { SERVICE_DRAIN_SECONDS: '2' },
    });
    t.teardown(() => service.stop());
    const { admin, connectionId, target } = service;
    await target.query('create table effects (id int)');
    const balancer = balance(admin.authorization);
    t.teardown(() => balancer.close());
    balancer.add(service.api);
    await until('it serves', () => balancer.isServing(service.api));

    let count = 0;
    let isOver = false;
    const failures: string[] = [];
    const ends: string[] = [];
    const work = async (): Promise<void> => {
      while (!isOver) {
        const batchText = `insert into effects values (${count++}); select pg_sleep(0.3)`;
        try {
          const { id } = await balancer.json<Batch>('POST', '/api/batches', {
            connectionId,
            batchText,
          });
          let batch: Batch;
          do batch = await balancer.json<Batch>('GET', `/api/batches/${id}?wait=5`);
          while (batch.status === 'started');
          ends.push(batch.status);
        } catch (error) {
          failures.push(String(error));
        }
      }
    };
    const working = Promise.all([1, 2, 3, 4].map(work));
    let { api } = service;
    for (let round = 0; round < rounds; round++) {
      const next = await service.startApiProcess();
      balancer.add(next);
      await until('the next one serves', () => balancer.isServing(next));
      api.kill('SIGTERM');
      t.equal(await api.ended, 0);
      balancer.remove(api);
      api = next;
      await service.startWorker();
      const worker = service.workers[round]!;
      worker.kill('SIGTERM');
      t.equal(await worker.ended, 0);
    }
    isOver = true;
    await working;
    t.same(failures, [], 'no request failed');
    t.same(
      ends.filter((status) => status !== 'finished'),
      [],
    );
    const [effects] = await target.query<{ all: number; different: number }>(
      'select count(*)::int as "all", count(distinct id)::int as different from effects',
    );
    t.same(effects, { all: count, different: count }, 'nothing is lost and nothing ran twice');
  });
}
