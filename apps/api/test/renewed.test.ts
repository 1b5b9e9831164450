import { createRefreshingValue } from '@sluice/api';
import t from 'tap';

t.test('concurrent calls share one read and a fresh value', async (t) => {
  let reads = 0;
  const read = createRefreshingValue(() => Promise.resolve(++reads), 60_000);
  t.same(await Promise.all([read(), read(), read()]), [1, 1, 1]);
  t.equal(await read(), 1);
});

t.test('a failed first read is reported, and the next call retries', async (t) => {
  let isUnavailable = true;
  const read = createRefreshingValue(
    () => (isUnavailable ? Promise.reject(new Error('unavailable')) : Promise.resolve('value')),
    60_000,
  );
  await t.rejects(Promise.all([read(), read()]), { message: 'unavailable' });
  await t.rejects(read(), { message: 'unavailable' });
  isUnavailable = false;
  t.equal(await read(), 'value');
});

t.test('an expired value is read again and kept while that fails', async (t) => {
  let next: Promise<string> = Promise.resolve('first');
  const read = createRefreshingValue(() => next, 0);
  t.equal(await read(), 'first');
  next = Promise.reject(new Error('unavailable'));
  next.catch(() => undefined);
  t.equal(await read(), 'first');
  next = Promise.resolve('second');
  t.equal(await read(), 'second');
});
