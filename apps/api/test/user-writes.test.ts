import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { createUserWrites, MAX_WRITES_PER_USER } from '../src/batches/user-writes.js';

t.test(
  'a user writes a few batches at the same time, in order, and delays no other user',
  async (t) => {
    const writes = createUserWrites();
    const started: string[] = [];
    const endings: (() => void)[] = [];
    const write = (user: string, name: string): Promise<string> =>
      writes(user, async () => {
        started.push(name);
        await new Promise<void>((resolve) => endings.push(resolve));
        return name;
      });
    const flood = Array.from({ length: 5 }, (_, index) => write('ann', `ann ${index}`));
    await nextTurn();
    t.equal(started.length, MAX_WRITES_PER_USER);
    const quiet = write('ben', 'ben');
    await nextTurn();
    t.equal(started.at(-1), 'ben', 'another user does not wait');
    while (started.length < 6) {
      for (const end of endings.splice(0)) end();
      await nextTurn();
    }
    for (const end of endings.splice(0)) end();
    t.same(await Promise.all(flood), ['ann 0', 'ann 1', 'ann 2', 'ann 3', 'ann 4']);
    t.equal(await quiet, 'ben');
    t.same(
      started.filter((name) => name.startsWith('ann')),
      await Promise.all(flood),
    );
  },
);

t.test('a failed write is reported and lets the next one start', async (t) => {
  const writes = createUserWrites();
  const failed = Array.from({ length: 3 }, () =>
    writes('ann', () => Promise.reject(new Error('lost'))),
  );
  for (const write of failed) await t.rejects(write, { message: 'lost' });
  t.equal(await writes('ann', () => Promise.resolve(1)), 1);
});
