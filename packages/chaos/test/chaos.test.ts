import { queueBackends } from '@sluice/testkit';
import t from 'tap';
import { runChaos } from '../src/run/run-chaos.js';

for (const [index, queue] of queueBackends.entries()) {
  t.test(`500 batches under random faults keep every promise, queue on ${queue}`, async (t) => {
    const seed = 20_261 + index;
    const { checks, evidence } = await runChaos({ seed, batches: 500, faults: 16, queue });
    t.ok(evidence.faults.length >= 15, `${evidence.faults.length} faults of seed ${seed}`);
    for (const { name, rule, violations } of checks) t.same(violations, [], `${name} ${rule}`);
  });
}
