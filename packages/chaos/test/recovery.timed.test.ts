import { attackedQueues } from '@sluice/testkit';
import t from 'tap';
import { brokenRules } from '../src/checker/check.js';
import { createRandom } from '../src/plan/random.js';
import { blackOut, shuffled, type Part } from '../src/recovery/blackout.js';
import { loseWorkers } from '../src/recovery/worker-loss.js';
import { sharedServer } from './support.js';

/** Wider than the limits of `npm run recovery -w packages/chaos`, since this machine may start processes slowly. */
const limits = { finalMs: 15_000, blackoutMs: 30_000, servingMs: 15_000 };

t.test('five batches whose workers are killed are final within 15 s', async (t) => {
  const { timesMs, checks } = await loseWorkers({
    servers: { serviceServer: sharedServer(), targetServer: sharedServer() },
    rounds: 1,
    workers: 5,
    random: createRandom(1),
  });
  t.equal(timesMs.length, 5);
  t.ok(
    Math.max(...timesMs) < limits.finalMs,
    `final after ${timesMs.map(Math.round).join(', ')} ms`,
  );
  t.same(brokenRules(checks), []);
});

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
