import t from 'tap';
import { runChaos } from '../src/run/run-chaos.js';

const runs = [
  { queue: 'postgres', topology: 'direct', seed: 20_261, batches: 500, faults: 16 },
  // An object storage takes its time for each result.
  { queue: 'redis', topology: 'balanced', seed: 20_262, batches: 250, faults: 12 },
] as const;

for (const { queue, topology, seed, batches, faults } of runs) {
  const name = `${batches} batches under random faults keep every promise, queue on ${queue}, ${topology}`;
  t.test(name, async (t) => {
    const { checks, evidence } = await runChaos({ seed, batches, faults, queue, topology });
    t.equal(evidence.faults.length, faults, `faults of seed ${seed}`);
    t.ok(evidence.files.length > batches / 8, `${evidence.files.length} results`);
    for (const { name, rule, violations } of checks) t.same(violations, [], `${name} ${rule}`);
  });
}
