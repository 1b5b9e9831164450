import { randomUUID } from 'node:crypto';
import { createQueueBackend } from '@sluice/jobs';
import { queueBackends, redisUrl, startService, until } from '@sluice/testkit';
import t from 'tap';

const insert = 'insert into done default values';

/** How many of them are malformed. */
const malformed = 10;

/** Jobs that an attacker with access to the queue may add; `known` is a batch that has ended. */
const forgeries = (known: string): [queue: string, name: string, data: object][] => [
  ['batches', 'run-batch', { id: known, v: 1 }],
  ['batches', 'run-batch', { id: known, v: 1, sql: insert, userId: 'admin', connectionId: 'x' }],
  ['batches', 'run-batch', { id: known, v: 1, statements: [{ statementText: insert }] }],
  ['batches', 'run-batch', { id: known, v: 2 }],
  ['batches', 'run-batch', { id: known }],
  ['batches', 'run-batch', { id: known, v: 1, padding: 'x'.repeat(10 * 1024 ** 2) }],
  ['batches', 'run-batch', { id: randomUUID(), v: 1 }],
  ['batches', 'run-batch', { id: "'; drop table batches; --", v: 1 }],
  ['batches', 'run-batch', { id: 7, v: 1 }],
  ['batches', 'run-batch', [known]],
  ['batches', 'run-batch', JSON.parse('{"__proto__":{"id":"x"},"v":1}') as object],
  ['batches', 'wake', { v: 1, n: 1e300 }],
  ['batches', 'run-sql', { sql: insert }],
  ['batches', '__proto__', {}],
  ['requests', 'answer-request', { id: randomUUID(), v: 1 }],
  ['requests', 'answer-request', { id: known, v: 1, kind: 'test-connection', payload: {} }],
  ['orphans', 'stop-orphan', { id: randomUUID(), v: 1 }],
  ['maintenance', 'retain', { v: 99 }],
];

for (const queue of queueBackends) {
  t.test(`forged jobs do nothing on ${queue}`, async (t) => {
    const service = await startService({ queue, workers: 1 });
    t.teardown(() => service.stop());
    const { admin, connectionId, database, target } = service;
    const [worker] = service.workers;
    const executors = worker!.children();
    await target.query('create table done (at timestamptz default now())');
    const known = await admin.run(connectionId, insert);
    const rowsBefore = await database.query('select id, version, status from batches');

    const backend = createQueueBackend({
      redisUrl: queue === 'redis' ? redisUrl() : undefined,
      databaseUrl: database.url,
      prefix: database.name,
    });
    for (const [index, [name, job, data]] of forgeries(known.id).entries()) {
      const forged = backend.openQueue(name, () => undefined);
      await until('the queue is connected', async () => {
        await forged.ping();
        return true;
      });
      await forged.add([{ name: job, data, opts: { jobId: `forged-${String(index)}` } }]);
      await forged.close();
    }
    await until('malformed jobs are reported', () => {
      const lines = worker!.output().split('\n');
      return lines.filter((line) => line.includes('Rejected a')).length === malformed;
    });

    t.equal((await admin.run(connectionId, 'select 1')).status, 'finished', 'the worker continues');
    t.same(await target.query('select count(*)::int as count from done'), [{ count: 1 }]);
    const rowsAfter = await database.query('select id, version, status from batches');
    t.same(
      rowsAfter.filter(({ id }) => id === known.id),
      rowsBefore,
      'the batch is unchanged',
    );
    t.same(worker!.children(), executors, 'no process has ended');
    t.notMatch(
      worker!.output(),
      /insert into done|drop table/,
      "the log does not contain the jobs' content",
    );
  });
}
