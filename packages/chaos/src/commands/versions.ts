import { parseArgs } from 'node:util';
import { closingLine, describeChecks, table } from '../checker/report.js';
import { runUpgrade } from '../run/run-upgrade.js';
import { buildVersion } from '../world/build-version.js';

/**
 * `npm run versions -w packages/chaos -- --from <commit> [--batches 150] [--queue redis|postgres] [--seed 1]`: `--from` is the
 * version in use; `--batches` is the number of batches sent during each step.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      batches: { type: 'string', default: '150' },
      queue: { type: 'string', default: 'redis' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.from === undefined) throw new Error('--from must name a commit or a tag');
  const { checks, steps } = await runUpgrade({
    older: await buildVersion(values.from, console.log),
    queue: values.queue === 'postgres' ? 'postgres' : 'redis',
    seed: Number(values.seed),
    batchesPerStep: Number(values.batches),
    onProgress: console.log,
  });
  const sent = steps.reduce((sum, { batches }) => sum + batches, 0);
  console.log(`\n${table([['steps', steps.length] as const, ['batches', sent] as const])}\n`);
  console.log(describeChecks(checks));
  const failed = checks.filter(({ violations }) => violations.length > 0).length;
  console.log(closingLine(checks.length - failed, failed));
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
