import { isDeep } from '@sluice/testkit';
import t from 'tap';
import { brokenRules } from '../src/checker/check.js';
import { createRandom } from '../src/plan/random.js';
import { loseWorkers } from '../src/recovery/worker-loss.js';
import { sharedServer } from './support.js';

/** Wider than the limit of `npm run recovery -w packages/chaos`: other tests run beside this one. */
const MAX_FINAL_MS = 15_000;

const workers = isDeep ? 5 : 2;

t.test('batches whose workers are killed are final within 15 s', async (t) => {
  const { timesMs, checks } = await loseWorkers({
    servers: { serviceServer: sharedServer(), targetServer: sharedServer() },
    rounds: 1,
    workers,
    random: createRandom(1),
  });
  t.equal(timesMs.length, workers);
  t.ok(Math.max(...timesMs) < MAX_FINAL_MS, `final after ${timesMs.map(Math.round).join(', ')} ms`);
  t.same(brokenRules(checks), []);
});
