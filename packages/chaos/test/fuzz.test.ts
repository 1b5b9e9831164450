import t from 'tap';
import { runFuzz } from '../src/fuzz/run-fuzz.js';
import { sharedServer } from './support.js';

t.test('1,000 random requests cause no failure', async (t) => {
  const report = await runFuzz({
    serviceServer: sharedServer(),
    targetServer: sharedServer(),
    requests: 1_000,
    seed: 7,
    concurrency: 4,
  });
  t.same(report.findings, [], 'every response is declared and none is 5xx');
  t.same(report.errorLines, []);
  for (const { name, rule, violations } of report.checks) t.same(violations, [], `${name} ${rule}`);
  const answered = [...report.statuses.values()].reduce((sum, count) => sum + count, 0);
  t.equal(answered, 1_000);
  t.ok(report.succeeded.size > 25, `${report.succeeded.size} operations succeeded`);
  t.ok((report.statuses.get(200) ?? 0) > 150, 'requests pass validation');
});
