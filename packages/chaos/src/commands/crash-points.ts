import { parseArgs } from 'node:util';
import { brokenRules } from '../checker/check.js';
import { closingLine, describeChecks, table } from '../checker/report.js';
import { enumeratePoints, type EnumerationReport } from '../crash-points/enumerate.js';
import { describePoint, modesOf, type Mode, type Point } from '../crash-points/point.js';
import { startServers } from '../world/servers.js';

/** `npm run crash-points -w packages/chaos -- [--queue redis|postgres] [--role worker|api] [--lanes 4]` */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      queue: { type: 'string' },
      role: { type: 'string' },
      lanes: { type: 'string', default: '4' },
    },
  });
  const queues = ['postgres', 'redis'].filter((each) => (values.queue ?? each) === each);
  const modes = [...modesOf('worker'), ...modesOf('api')].filter(
    ({ role }) => (values.role ?? role) === role,
  );
  const servers = await startServers();
  try {
    let failed = 0;
    let passed = 0;
    for (const queue of queues) {
      const lanes = modes.map((mode) => ({
        servers: {
          serviceServer: servers.service.url('postgres'),
          targetServer: servers.target.url('postgres'),
          redisUrl: queue === 'redis' ? servers.redis.url : undefined,
        },
        modes: [mode],
        first: 1,
        step: 1,
        onPoint: (point: Point) => {
          console.log(`${queue}: ${describePoint(point)}`);
        },
      }));
      const report = await enumeratePoints(lanes, Number(values.lanes));
      console.log(describe(queue, modes, report));
      const broken = report.points.filter((point) => point.violations.length > 0).length;
      passed += report.points.length - broken;
      // A violation that cannot be attributed to a point is a failure, too.
      failed += broken === 0 ? brokenRules(report.checks).length : broken;
    }
    console.log(closingLine(passed, failed));
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await servers.stop();
  }
}

function describe(
  queue: string,
  modes: readonly Mode[],
  { points, checks }: EnumerationReport,
): string {
  const rows = modes.map(({ role, when, how }) => {
    const own = points.filter(
      (each) => each.role === role && each.when === when && each.how === how,
    );
    const broken = own.filter((each) => each.violations.length > 0);
    return [`${role}, ${how} ${when}`, own.length, broken.length];
  });
  const failures = points
    .filter((point) => point.violations.length > 0)
    .flatMap((point) => [
      `✗ ${describePoint(point)}`,
      ...point.violations.map((each) => `    ${each}`),
    ]);
  return [
    `\nqueue on ${queue}`,
    table([['points', 'tried', 'broken'], ...rows]),
    '',
    describeChecks(checks),
    ...failures,
  ].join('\n');
}

await main();
