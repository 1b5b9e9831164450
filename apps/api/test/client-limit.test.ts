import type { AppError } from '@sluice/errors';
import t from 'tap';
import { createClientLimit } from '../src/connections/client-limit.js';

/** Returns a client limit whose counts the test answers one at a time. */
function limitWithManualCounts(most: number) {
  const open = new Set<string>();
  const counts: (() => void)[] = [];
  const limit = createClientLimit({
    clients: {
      countOfTenant: async (_userId, _path, except) => {
        const count = [...open].filter((id) => !except.includes(id)).length;
        await new Promise<void>((resolve) => counts.push(resolve));
        return count;
      },
    },
    tenants: { filterFor: () => Promise.resolve(undefined) },
    max: most,
  });
  const start = (id: string): Promise<string> =>
    limit
      .within('ann', id, () => {
        open.add(id);
        return Promise.resolve();
      })
      .then(
        () => 'opened',
        (error: unknown) => (error as AppError).code,
      );
  /** Answers the oldest pending count. */
  const answer = async (): Promise<void> => {
    while (counts.length === 0) await new Promise((resolve) => setImmediate(resolve));
    counts.shift()!();
  };
  return { open, start, answer };
}

t.test('a client that opens during the count is counted', async (t) => {
  const { open, start, answer } = limitWithManualCounts(1);
  const first = start('first');
  const second = start('second');
  await answer();
  t.equal(await first, 'opened');
  await answer();
  t.equal(await second, 'too_many_clients');
  t.same([...open], ['first']);
});

t.test('a later request does not take the slot of an earlier one', async (t) => {
  const { open, start, answer } = limitWithManualCounts(2);
  const started = ['a', 'b', 'c', 'd'].map(start);
  for (let count = 0; count < started.length; count++) await answer();
  t.same(await Promise.all(started), ['opened', 'opened', 'too_many_clients', 'too_many_clients']);
  t.same([...open], ['a', 'b']);
  const next = start('e');
  await answer();
  t.equal(await next, 'too_many_clients');
  open.delete('a');
  const after = start('f');
  await answer();
  t.equal(await after, 'opened', 'closing a client frees its slot');
});
