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

await t.test('every row names its witness, and assumed rows promise no bytes', (t) => {
  for (const [file, text] of valuePages()) {
    const rows = text
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (?:type|---|file) /.test(line));
    t.ok(rows.length > 0);
    const [values = ''] = text.split('## Witnesses');
    for (const row of rows.filter((line) => values.includes(line))) {
      t.match(row, /\| (?:[^|`]+, in the tests|assumed|`[\w.() ,]+`) \|$/, `${file}: ${row}`);
    }
    if (text.includes('| assumed |')) t.notMatch(text, 'byte for byte', file);
  }
  t.end();
});
