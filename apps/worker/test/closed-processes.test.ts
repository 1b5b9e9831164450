import { readFile } from 'node:fs/promises';
import { startService, until } from '@sluice/testkit';
import t from 'tap';

t.test('processes open no inspector and write no core dump', async (t) => {
  const service = await startService({ queue: 'postgres', processes: true });
  t.teardown(() => service.stop());
  const { api, admin, connectionId } = service;
  const worker = service.workers[0]!;
  const pids = { API: api.pid, supervisor: worker.pid, executor: worker.children()[0]! };
  for (const [name, pid] of Object.entries(pids)) {
    await until(`${name} writes no core dump`, async () => {
      const limits = await readFile(`/proc/${String(pid)}/limits`, 'utf8');
      return /^Max core file size +0 +0 /m.test(limits);
    });
    process.kill(pid, 'SIGUSR1');
  }
  t.equal(
    (await admin.run(connectionId, 'select 1')).status,
    'finished',
    'the signal ends nothing',
  );
  t.notMatch(api.output() + worker.output(), /Debugger listening/);
});
