import t from 'tap';
import { createSlots } from '@sluice/worker';

/** Work that the test ends. */
function work() {
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begun = false;
  return {
    run: () => {
      begun = true;
      return done;
    },
    end: () => {
      end();
    },
    hasBegun: () => begun,
  };
}

t.test('runs as many at the same time as there are slots', async (t) => {
  const slots = createSlots(2);
  const [first, second, third] = [work(), work(), work()];
  const running = slots.tryRun(first.run);
  void slots.run(second.run);
  t.equal(slots.tryRun(third.run), null, 'no slot is free');
  t.notOk(third.hasBegun());
  first.end();
  await running;
  t.not(slots.tryRun(third.run), null);
  t.ok(third.hasBegun());
});

t.test('waiting work gets a slot in order, also after a failure', async (t) => {
  const slots = createSlots(1);
  const order: number[] = [];
  const first = work();
  const begun = slots.run(first.run);
  const failing = slots.run(async () => {
    order.push(1);
    await Promise.reject(new Error('failed'));
  });
  const last = slots.run(() => {
    order.push(2);
    return Promise.resolve();
  });
  t.equal(
    slots.tryRun(() => Promise.resolve()),
    null,
  );
  t.same(order, []);
  first.end();
  await begun;
  await t.rejects(failing, /failed/);
  await last;
  t.same(order, [1, 2]);
  t.not(
    slots.tryRun(() => Promise.resolve()),
    null,
    'free again',
  );
});

t.test('is idle when the last work has ended and none waits', async (t) => {
  const slots = createSlots(2);
  await slots.idle();
  const [first, second, third] = [work(), work(), work()];
  const all = [first, second, third].map(({ run }) => slots.run(run));
  let isIdle = false;
  const idle = slots.idle().then(() => {
    isIdle = true;
  });
  first.end();
  second.end();
  await Promise.all(all.slice(0, 2));
  t.ok(third.hasBegun());
  t.notOk(isIdle);
  third.end();
  await idle;
  t.ok(isIdle);
});
