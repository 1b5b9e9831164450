import { parseArgs } from 'node:util';
import { closingLine, describeChecks, table } from '../checker/report.js';
import { raceCancels } from '../run/cancel-races.js';
import { startServers } from '../world/servers.js';

/** `npm run cancel-races -w packages/chaos -- [--cancels 2000] [--seed 1] [--queue redis|postgres]` */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      cancels: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      queue: { type: 'string', default: 'redis' },
    },
  });
  const servers = await startServers();
  try {
    const { checks, hits } = await raceCancels({
      servers: {
        serviceServer: servers.service.url('postgres'),
        targetServer: servers.target.url('postgres'),
        redisUrl: values.queue === 'redis' ? servers.redis.url : undefined,
      },
      cancels: Number(values.cancels),
      seed: Number(values.seed),
      concurrency: 8,
    });
    console.log(table([['cancel arrived', 'batches'], ...[...hits].sort()]));
    console.log(`\n${describeChecks(checks)}`);
    const failed = checks.filter((each) => each.violations.length > 0).length;
    console.log(closingLine(checks.length - failed, failed));
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await servers.stop();
  }
}

await main();
