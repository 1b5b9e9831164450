import { attackedQueues, isDeep } from '@sluice/testkit';
import t from 'tap';
import { brokenRules } from '../src/checker/check.js';
import { createRandom } from '../src/plan/random.js';
import { blackOut, shuffled, type Part } from '../src/recovery/blackout.js';

/** Wider than the limits of `npm run recovery -w packages/chaos`, since this machine may start processes slowly. */
const limits = { blackoutMs: 30_000, servingMs: 15_000 };

const random = createRandom(2);
const lastFirst: Part[][] = [
  ['worker', 'api', 'redis', 'postgres'],
  ['redis', 'api', 'postgres', 'worker'],
];

for (const queue of attackedQueues('redis')) {
  t.test(
    `the service recovers within 30 s after everything is killed at once, queue on ${queue}`,
    async (t) => {
      const starts = [shuffled(random)];
      const { timesMs, checks } = await blackOut({
        queue,
        starts,
        gapMs: 200,
        runningBatches: 5,
        measure: 'blackout',
      });
      t.ok(Math.max(...timesMs) < limits.blackoutMs, `recovered after ${timesMs.join(', ')} ms`);
      t.same(brokenRules(checks), []);
    },
  );

  // The attack above starts everything again in one order. The deep test also tries two in which a part comes late.
  if (!isDeep) continue;
  t.test(
    `the service serves soon after the last start, in any order, queue on ${queue}`,
    async (t) => {
      const { timesMs, checks } = await blackOut({
        queue,
        starts: lastFirst,
        gapMs: 1_000,
        runningBatches: 0,
        measure: 'last start',
      });
      t.ok(Math.max(...timesMs) < limits.servingMs, `serving after ${timesMs.join(', ')} ms`);
      t.same(brokenRules(checks), []);
    },
  );
}
