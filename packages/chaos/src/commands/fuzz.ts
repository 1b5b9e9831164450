import { parseArgs } from 'node:util';
import { closingLine, describeChecks, table } from '../checker/report.js';
import type { FuzzRequest } from '../fuzz/requests.js';
import { runFuzz } from '../fuzz/run-fuzz.js';
import { startServers } from '../world/servers.js';

/** `npm run fuzz -w packages/chaos -- [--requests 20000] [--seed 1]` */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const servers = await startServers();
  try {
    const report = await runFuzz({
      serviceServer: servers.service.url('postgres'),
      targetServer: servers.target.url('postgres'),
      requests: Number(values.requests),
      seed: Number(values.seed),
      concurrency: 8,
      onProgress: (answered) => console.log(`${answered} requests`),
    });
    const { findings, checks, statuses, succeeded, operations, errorLines } = report;
    for (const { request, problems } of findings.slice(0, 20)) {
      console.log(`\n✗ ${described(request)}\n  ${problems.join('\n  ').slice(0, 1_000)}`);
    }
    for (const line of errorLines.slice(0, 10)) console.log(line.slice(0, 1_000));
    const counts = [...statuses].sort(([a], [b]) => a - b);
    console.log(table([['status', 'answers'], ...counts]));
    const never = operations.filter((each) => !succeeded.has(each));
    console.log(`\nnever answered with 200: ${never.join(', ') || 'none'}`);
    console.log(`\n${describeChecks(checks)}`);
    const broken = checks.filter(({ violations }) => violations.length > 0).length;
    const failed = findings.length + errorLines.length + broken;
    console.log(closingLine(Number(values.requests) + checks.length - failed, failed));
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await servers.stop();
  }
}

/** Returns enough to repeat the request by hand. */
const described = ({ number, person, method, path, headers, body }: FuzzRequest): string =>
  `${number} as ${person}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ` +
  (body === undefined ? '' : body.toString('utf8').slice(0, 500));

await main();
