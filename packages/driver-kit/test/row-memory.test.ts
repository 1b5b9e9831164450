import t from 'tap';
import { createRowMemory } from '@sluice/driver-kit';

const request = (memory: ReturnType<typeof createRowMemory>, bytes: number) => {
  const state = { isGranted: false };
  const share = memory.take(bytes, () => (state.isGranted = true));
  return { state, share };
};

t.test('memory is granted while it is available, then in the order of the requests', (t) => {
  const memory = createRowMemory({ maxBytes: 100 });
  const first = request(memory, 60);
  const second = request(memory, 60);
  const third = request(memory, 10);
  t.same(
    [first, second, third].map(({ state }) => state.isGranted),
    [true, false, false],
  );
  first.share.giveBack();
  t.same(
    [second, third].map(({ state }) => state.isGranted),
    [true, true],
  );
  t.end();
});

t.test('a request above the maximum waits until no other memory is in use', (t) => {
  const memory = createRowMemory({ maxBytes: 100 });
  const first = request(memory, 1);
  const large = request(memory, 1000);
  t.notOk(large.state.isGranted);
  first.share.giveBack();
  t.ok(large.state.isGranted);
  large.share.giveBack();
  t.ok(request(memory, 100).state.isGranted);
  t.end();
});

t.test('a cancelled request unblocks the next one and is released once', (t) => {
  const memory = createRowMemory({ maxBytes: 100 });
  const first = request(memory, 90);
  const second = request(memory, 90);
  const third = request(memory, 10);
  second.share.giveBack();
  second.share.giveBack();
  t.same(
    [second, third].map(({ state }) => state.isGranted),
    [false, true],
  );
  first.share.giveBack();
  first.share.giveBack();
  t.notOk(request(memory, 91).state.isGranted);
  t.end();
});
