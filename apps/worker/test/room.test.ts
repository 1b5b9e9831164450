import { until } from '@sluice/testkit';
import { pino } from 'pino';
import t from 'tap';
import { watchRoom } from '../dist/room.js';

/** A file system and a workers' table that do as they are told; `told` is what was written. */
function setUp() {
  const world = {
    freeBytes: (): Promise<number> => Promise.resolve(100),
    write: (): Promise<void> => Promise.resolve(),
    told: [] as string[],
    errors: 0,
    rooms: 0,
  };
  const tell = async (what: string): Promise<void> => {
    await world.write();
    world.told.push(what);
  };
  const watch = () =>
    watchRoom({
      results: { freeBytes: () => world.freeBytes() },
      minFreeBytes: 50,
      workers: {
        pause: (id, reason) => tell(`pause ${id} ${reason}`),
        resume: (id, slots) => tell(`resume ${id} ${slots}`),
      },
      worker: { id: 'w', slots: 3 },
      onRoom: () => (world.rooms += 1),
      onError: () => (world.errors += 1),
      log: pino({ level: 'silent' }),
      intervalMs: 5,
    });
  return { world, watch };
}

t.test(
  'a pause that could not be written is written later; meanwhile nothing begins',
  async (t) => {
    const { world, watch } = setUp();
    world.freeBytes = () => Promise.resolve(49);
    world.write = () => Promise.reject(new Error('the database is away'));
    const room = await watch();
    t.notOk(room.isThere());
    await until('it tried again', () => world.errors > 2);
    t.same(world.told, []);
    world.write = () => Promise.resolve();
    await until('it is written', () => world.told.length > 0);
    world.freeBytes = () => Promise.resolve(50);
    await until('there is room again', () => world.rooms > 0);
    t.ok(room.isThere());
    t.same(world.told, ['pause w storage', 'resume w 3'], 'each once');
    await room.close();
  },
);

t.test('a look that fails changes nothing', async (t) => {
  const { world, watch } = setUp();
  const room = await watch();
  world.freeBytes = () => Promise.reject(new Error('the directory is gone'));
  await until('it has looked', () => world.errors > 2);
  t.ok(room.isThere());
  t.same(world.told, []);
  await room.close();
});

t.test('a file system that hangs holds up no end, and nothing is written after it', async (t) => {
  const { world, watch } = setUp();
  const room = await watch();
  let answer = (_bytes: number): void => undefined;
  const hanging = new Promise<number>((resolve) => (answer = resolve));
  let looks = 0;
  world.freeBytes = () => {
    looks += 1;
    return hanging;
  };
  await until('a look hangs', () => looks === 1);
  await room.close();
  answer(0);
  await hanging;
  await new Promise((resolve) => setImmediate(resolve));
  t.same(world.told, []);
  t.equal(looks, 1);
});
