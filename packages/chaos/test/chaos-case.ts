import { isDeep } from '@sluice/testkit';
import t from 'tap';
import { runChaos, type ChaosOptions } from '../src/run/run-chaos.js';

/**
 * `npm test` runs a part, with few batches between the faults, but enough that faults of the result store, which last
 * for a while, leave most results complete.
 */
const part = isDeep ? { batches: 1, faults: 1 } : { batches: 0.24, faults: 0.25 };

/**
 * Tests one run: its faults happened and no rule was violated. Each run has its own file, since it takes
 * minutes.
 */
export function testChaos(whole: Omit<ChaosOptions, 'onProgress'>): void {
  const options = {
    ...whole,
    batches: Math.ceil(whole.batches * part.batches),
    faults: Math.ceil(whole.faults * part.faults),
  };
  const { seed, batches, faults, queue, topology } = options;
  const name = `${batches} batches under random faults keep every guarantee, queue on ${queue}, ${topology}`;
  t.test(name, async (t) => {
    const { checks, evidence } = await runChaos(options);
    t.equal(evidence.faults.length, faults, `faults of seed ${seed}`);
    t.ok(evidence.files.length > batches / 8, `${evidence.files.length} results`);
    for (const { name, rule, violations } of checks) t.same(violations, [], `${name} ${rule}`);
  });
}
