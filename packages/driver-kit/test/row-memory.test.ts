import t from 'tap';
import { createRowMemory } from '@sluice/driver-kit';

const ask = (memory: ReturnType<typeof createRowMemory>, bytes: number) => {
  const asked = { isThere: false };
  const share = memory.take(bytes, () => (asked.isThere = true));
  return { asked, share };
};

t.test('memory is granted while it is available, then in the order of the requests', (t) => {
  const memory = createRowMemory({ maxBytes: 100 });
  const first = ask(memory, 60);
  const second = ask(memory, 60);
  const third = ask(memory, 10);
  t.same(
    [first, second, third].map(({ asked }) => asked.isThere),
    [true, false, false],
  );
  first.share.giveBack();
  t.same(
    [second, third].map(({ asked }) => asked.isThere),
    [true, true],
  );
  t.end();
});

t.test('a request above the maximum waits until no other memory is in use', (t) => {
  const memory = createRowMemory({ maxBytes: 100 });
  const first = ask(memory, 1);
  const large = ask(memory, 1000);
  t.notOk(large.asked.isThere);
  first.share.giveBack();
  t.ok(large.asked.isThere);
  large.share.giveBack();
  t.ok(ask(memory, 100).asked.isThere);
  t.end();
});

t.test('a cancelled request unblocks the next one and is released once', (t) => {
  const memory = createRowMemory({ maxBytes: 100 });
  const first = ask(memory, 90);
  const second = ask(memory, 90);
  const third = ask(memory, 10);
  second.share.giveBack();
  second.share.giveBack();
  t.same(
    [second, third].map(({ asked }) => asked.isThere),
    [false, true],
  );
  first.share.giveBack();
  first.share.giveBack();
  t.notOk(ask(memory, 91).asked.isThere);
  t.end();
});
