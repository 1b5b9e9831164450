import { createRenewed } from '@sluice/api';
import t from 'tap';

t.test('many callers share one reading, and a value that is young enough', async (t) => {
  let readings = 0;
  const read = createRenewed(() => Promise.resolve(++readings), 60_000);
  t.same(await Promise.all([read(), read(), read()]), [1, 1, 1]);
  t.equal(await read(), 1);
});

t.test('a first failure is told, and the next caller tries again', async (t) => {
  let isAway = true;
  const read = createRenewed(
    () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('here')),
    60_000,
  );
  await t.rejects(Promise.all([read(), read()]), { message: 'away' });
  await t.rejects(read(), { message: 'away' });
  isAway = false;
  t.equal(await read(), 'here');
});

t.test('an old value is read anew, and serves on while that fails', async (t) => {
  let next: Promise<string> = Promise.resolve('first');
  const read = createRenewed(() => next, 0);
  t.equal(await read(), 'first');
  next = Promise.reject(new Error('away'));
  next.catch(() => undefined);
  t.equal(await read(), 'first');
  next = Promise.resolve('second');
  t.equal(await read(), 'second');
});
