import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Batch, ReadyChecks } from '@sluice/contracts';
import {
  attackedQueues,
  mountSmallDisk,
  startService,
  until,
  type QueueBackendName,
  type TestService,
} from '@sluice/testkit';
import t, { type Test } from 'tap';

const resultsFolder = ({ folder }: TestService): string => join(folder, 'results');

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => /\.(json|idx)/.test(name));

/** About 40 MB of rows that take a while. */
const large = "select g, repeat('x', 400) from generate_series(1, 100000) g";

const lost = (reason: RegExp) => ({
  status: 'error',
  resultsPath: null,
  error: { code: 'storage', outcome: 'ran_result_lost', title: reason },
});

/** The API's view of a statement whose result could not be stored. */
const answerOf = async ({ admin }: TestService, batch: Batch) => {
  const answer = await admin.request('GET', `/api/statements/${batch.statements[0]?.id}/results`);
  return { status: answer.status, body: (await answer.json()) as unknown };
};

const isWell = async ({ baseUrl }: TestService): Promise<boolean> =>
  (await fetch(`${baseUrl}/api/ready`)).status === 200;

const hasRoom = async ({ baseUrl }: TestService): Promise<boolean> => {
  const { checks } = (await (await fetch(`${baseUrl}/api/ready`)).json()) as {
    checks: ReadyChecks;
  };
  return checks.storage;
};

/** A service whose results are on a file system of 4 MiB. */
async function startOnSmallDisk(t: Test, queue: QueueBackendName, minFreeMb: string) {
  const settings = { SERVICE_RESULTS_MIN_FREE_MB: minFreeMb };
  const service = await startService({ queue, processes: true, settings });
  const folder = resultsFolder(service);
  const unmount = await mountSmallDisk(folder, 'size=4m');
  t.teardown(async () => {
    for (const worker of service.workers) worker.kill('SIGKILL');
    service.api.kill('SIGKILL');
    await unmount();
    await service.stop();
  });
  return { service, folder, admin: service.admin, connectionId: service.connectionId };
}

// The tests mostly wait, so both may run at the same time.
t.jobs = 2;

for (const queue of attackedQueues('postgres')) {
  t.test(
    `results that cannot be stored, with the queue on ${queue}`,
    { buffered: true },
    async (t) => {
      t.test('a full disk ends the batch; the service and the next batch work', async (t) => {
        const { service, folder, admin, connectionId } = await startOnSmallDisk(t, queue, '0');
        const batch = await admin.run(connectionId, `${large}; select 2`);
        t.equal(batch.status, 'error');
        t.match(batch.statements, [lost(/disk full/), { status: 'cancelled' }]);
        t.match(await answerOf(service, batch), {
          status: 404,
          body: { code: 'results_not_ready' },
        });
        t.same(await filesIn(folder), [], 'no incomplete file is left');
        t.ok(await isWell(service));
        const next = await admin.run(connectionId, 'select 7');
        t.same(await admin.rows(next.statements[0]!.id), [[7]]);

        await writeFile(join(folder, 'ballast'), Buffer.alloc(4 * 1024 * 1024)).catch(
          () => undefined,
        );
        const none = await admin.run(connectionId, large);
        t.match(none.statements, [lost(/disk full/)], 'not even the first rows fit');
        await rm(join(folder, 'ballast'));
        const after = await admin.run(connectionId, 'select 8');
        t.same(await admin.rows(after.statements[0]!.id), [[8]], 'space is free again');
      });

      t.test('no batch starts while free space is low, and batches report why', async (t) => {
        const { service, folder, admin, connectionId } = await startOnSmallDisk(t, queue, '2');
        const first = await admin.run(connectionId, 'select 1');
        t.equal(first.status, 'finished');
        const ballast = join(folder, 'ballast');
        await writeFile(ballast, Buffer.alloc(3 * 1024 * 1024));
        await until('low space is reported', async () => !(await hasRoom(service)));
        t.ok(await isWell(service), 'stored results can still be read');
        const { id } = await admin.submit(connectionId, 'select 2');
        await until('the batch reports why it waits', async () => {
          const batch = await admin.json<Batch>('GET', `/api/batches/${id}`);
          return batch.waitReason === 'storage_full';
        });
        t.same(await admin.rows(first.statements[0]!.id), [[1]]);
        await rm(ballast);
        const batch = await admin.finalBatch(id);
        t.equal(batch.status, 'finished');
        t.same(await admin.rows(batch.statements[0]!.id), [[2]]);
        t.ok(await hasRoom(service));
      });

      t.test('a deleted results directory is created again', async (t) => {
        const service = await startService({ queue, workersInProcess: true });
        t.teardown(() => service.stop());
        const { admin, connectionId } = service;
        const folder = resultsFolder(service);
        const before = await admin.run(connectionId, 'select 1');
        await rm(folder, { recursive: true });
        const gone = await answerOf(service, before);
        t.equal(gone.status, 500, 'a missing result is not an empty one');
        const next = await admin.run(connectionId, 'select 2');
        t.same(await admin.rows(next.statements[0]!.id), [[2]]);
        t.ok(await isWell(service));
      });

      t.test('a directory deleted during a statement leaves no incomplete file', async (t) => {
        const service = await startService({ queue, workersInProcess: true });
        t.teardown(() => service.stop());
        const { admin, connectionId } = service;
        const folder = resultsFolder(service);
        const slowly = `select g, repeat('x', 400), pg_sleep(0.001) from generate_series(1, 3000) g`;
        const { id } = await admin.submit(connectionId, slowly);
        await until('rows are being stored', async () => {
          const batch = await admin.json<Batch>('GET', `/api/batches/${id}`);
          return (batch.statements[0]?.rowCount ?? 0) > 0;
        });
        await rm(folder, { recursive: true });
        const batch = await admin.finalBatch(id);
        t.match(batch.statements, [lost(/could not be stored/)]);
        t.match(await answerOf(service, batch), {
          status: 404,
          body: { code: 'results_not_ready' },
        });
        const next = await admin.run(connectionId, 'select 7');
        t.same(await admin.rows(next.statements[0]!.id), [[7]]);
        t.ok(await isWell(service));
      });
    },
  );
}
