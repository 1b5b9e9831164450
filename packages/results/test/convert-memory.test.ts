import t from 'tap';
import { outcomeOf, startScript } from './support/child.js';

t.test('converting a million rows for a slow reader uses constant memory', async (t) => {
  const outcome = await outcomeOf(startScript('./measure-convert.ts', []));
  t.comment(JSON.stringify(outcome));
  for (const format of ['csv', 'json', 'ndjson', 'xlsx']) {
    const { bytes, grownMb } = outcome[format] as { bytes: number; grownMb: number };
    t.ok(bytes > 10e6, `${format}: ${bytes} bytes`);
    t.ok(grownMb < 60, `${format} used ${grownMb} MB`);
  }
});
