import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { outcomeOf, startScript } from './support/child.js';

await t.test('writing and slowly reading 300 MB uses constant memory', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-results-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const script = startScript('./measure-memory.ts', [join(folder, 'results')]);
  const outcome = (await outcomeOf(script)) as {
    bytes: number;
    writing: number;
    whole: { bytes: number; grownMb: number };
    page: { bytes: number; grownMb: number };
  };
  t.comment(JSON.stringify(outcome));
  t.ok(outcome.bytes >= 300e6);
  t.equal(outcome.whole.bytes, outcome.bytes);
  t.ok(outcome.page.bytes > 299e6);
  t.ok(outcome.writing < 40, `writing used ${outcome.writing} MB`);
  t.ok(outcome.whole.grownMb < 40, `reading used ${outcome.whole.grownMb} MB`);
  t.ok(outcome.page.grownMb < 40, `reading a page used ${outcome.page.grownMb} MB`);
});
