import { join } from 'node:path';
import { ResultLostError, UnknownOutcomeError } from '@sluice/client';
import { mountSmallDisk, startService, until } from '@sluice/testkit';
import t from 'tap';
import { cli, clientOf, startCli, untilRunning } from './support.js';

t.test('outcomes that only a fault causes', async (t) => {
  const service = await startService({
    queue: 'redis',
    processes: true,
    settings: { SERVICE_RESULTS_MIN_FREE_MB: '0' },
  });
  const folder = join(service.folder, 'results');
  const unmount = await mountSmallDisk(folder, 'size=4m');
  t.teardown(async () => {
    for (const each of [service.api, ...service.workers]) each.kill('SIGKILL');
    await unmount();
    await service.stop();
  });
  const { connectionId: connection, baseUrl } = service;
  const killExecutors = (): void => {
    for (const pid of service.workers[0]?.children() ?? []) process.kill(pid, 'SIGKILL');
  };
  const hasWorker = () =>
    until('a worker is online again', async () => (await fetch(`${baseUrl}/api/ready`)).ok);

  t.test('rows that could not be stored', async (t) => {
    const large = "select g, repeat('x', 400) from generate_series(1, 100000) g";
    const error = await clientOf(baseUrl)
      .run(large, { connection })
      .finished()
      .catch((thrown: unknown) => thrown);
    t.ok(error instanceof ResultLostError);
    t.match(error, { outcome: 'ran_result_lost', error: { code: 'storage' } });
    const ended = await cli(service, ['run', '-c', connection, large]);
    t.equal(ended.code, 6);
    t.match(ended.err, /outcome: ran_result_lost/);
  });

  t.test('a lost worker', async (t) => {
    const run = clientOf(baseUrl).run('select pg_sleep(620)', { connection });
    const failed = run.finished().catch((thrown: unknown) => thrown);
    await untilRunning(service, 'pg_sleep(620)');
    killExecutors();
    const error = await failed;
    t.ok(error instanceof UnknownOutcomeError);
    t.match(error, { outcome: 'unknown', error: { code: 'worker_lost' } });
    await hasWorker();
    const started = startCli(service, ['run', '-c', connection, 'select pg_sleep(621)']);
    await untilRunning(service, 'pg_sleep(621)');
    killExecutors();
    t.equal(await started.ended, 5);
    t.match(started.err(), /outcome: unknown/);
  });
});
