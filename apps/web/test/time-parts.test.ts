import type { Statement } from '@sluice/contracts';
import t from 'tap';
import { timePartsOf } from '../src/results/time-parts.js';

const startTime = '2026-11-22T09:30:00.000Z';
const sentAt = (time: string | null) => ({ startTime: time }) as Statement;

t.test('the time of a run is split at the first sent statement', async (t) => {
  const statements = [sentAt('2026-11-22T09:30:00.400Z'), sentAt('2026-11-22T09:30:01.000Z')];
  t.same(timePartsOf({ startTime, statements }, 1_500), [
    ['Queued and connecting', 400],
    ['Running and fetching', 1_100],
  ]);
});

t.test('a run without sent statements only waits', async (t) => {
  t.same(timePartsOf({ startTime, statements: [sentAt(null)] }, 700), [
    ['Queued and connecting', 700],
  ]);
});
