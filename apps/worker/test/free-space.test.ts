import { until } from '@sluice/testkit';
import { pino } from 'pino';
import t from 'tap';
import { createFreeSpaceMonitor } from '../dist/claim/free-space.js';

/** A file system and a workers table that the test controls; `written` is what the monitor wrote. */
async function startMonitor(freeBytes = 100, isWritable = true) {
  const world = {
    freeBytes: (): Promise<number> => Promise.resolve(freeBytes),
    write: (): Promise<void> =>
      isWritable ? Promise.resolve() : Promise.reject(new Error('the database is unavailable')),
    written: [] as string[],
    errors: 0,
    recoveries: 0,
  };
  const write = async (what: string): Promise<void> => {
    await world.write();
    world.written.push(what);
  };
  const monitor = createFreeSpaceMonitor({
    results: { freeBytes: () => world.freeBytes() },
    minFreeBytes: 50,
    workers: {
      pause: (id, reason) => write(`pause ${id} ${reason}`),
      resume: (id, slots) => write(`resume ${id} ${slots}`),
    },
    worker: { id: 'w', slots: 3 },
    onError: () => (world.errors += 1),
    log: pino({ level: 'silent' }),
    intervalMs: 5,
  });
  await monitor.start(() => (world.recoveries += 1));
  return { world, monitor };
}

t.test('retries a pause that could not be written, and starts nothing meanwhile', async (t) => {
  const { world, monitor } = await startMonitor(49, false);
  t.notOk(monitor.isEnough());
  await until('it tried again', () => world.errors > 2);
  t.same(world.written, []);
  world.write = () => Promise.resolve();
  await until('it is written', () => world.written.length > 0);
  world.freeBytes = () => Promise.resolve(50);
  await until('there is enough space again', () => world.recoveries > 0);
  t.ok(monitor.isEnough());
  t.same(world.written, ['pause w storage', 'resume w 3'], 'each once');
  await monitor.close();
});

t.test('a failed check changes nothing', async (t) => {
  const { world, monitor } = await startMonitor();
  world.freeBytes = () => Promise.reject(new Error('the directory is missing'));
  await until('it has checked', () => world.errors > 2);
  t.ok(monitor.isEnough());
  t.same(world.written, []);
  await monitor.close();
});

t.test('a hung file system delays no stop, and nothing is written afterwards', async (t) => {
  const { world, monitor } = await startMonitor();
  let answer = (_bytes: number): void => undefined;
  const hanging = new Promise<number>((resolve) => (answer = resolve));
  let checks = 0;
  world.freeBytes = () => {
    checks += 1;
    return hanging;
  };
  await until('a check hangs', () => checks === 1);
  await monitor.close();
  answer(0);
  await hanging;
  await new Promise((resolve) => setImmediate(resolve));
  t.same(world.written, []);
  t.equal(checks, 1);
});
