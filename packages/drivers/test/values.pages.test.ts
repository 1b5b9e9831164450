import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { valuePages } from '@sluice/driver-testkit/values/pages';

const folder = new URL('../../../docs/reference/values/', import.meta.url);

await t.test('docs/reference/values is up to date', (t) => {
  const pages = valuePages();
  t.strictSame(readdirSync(folder).sort(), [...pages.keys()].sort());
  for (const [file, text] of pages) {
    t.equal(
      readFileSync(new URL(file, folder), 'utf8'),
      text,
      `${file}: run node scripts/document-values.mjs`,
    );
  }
  t.end();
});
