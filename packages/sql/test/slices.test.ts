import { splitInSlices, splitStatements, type Dialect } from '@sluice/sql';
import fc from 'fast-check';
import t from 'tap';

const dialects: Dialect[] = ['postgres', 'mysql', 'snowflake', 'bigquery', 'sqlite', 'duckdb'];

t.test('splitting in slices gives the same statements as splitting at once', async (t) => {
  const part = fc.constantFrom(
    ';',
    "'",
    '"',
    '`',
    '$$',
    '(',
    ')',
    '[',
    '--',
    '/*',
    '*/',
    '\n',
    ' ',
    'begin ',
    'end',
    'case ',
    'select 1',
    'delimiter //\n',
    '//',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 60 }),
      fc.constantFrom(...dialects),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 7 }),
      async (parts, dialect, limit, stepsPerSlice) => {
        const text = parts.join('');
        const pause = () => Promise.resolve();
        const sliced = await splitInSlices(text, dialect, { limit, stepsPerSlice, pause });
        t.same(sliced, splitStatements(text, dialect, limit));
      },
    ),
    { numRuns: 300 },
  );
});

t.test('a long text is split in many slices with and without statements', async (t) => {
  for (const dialect of dialects) {
    for (const [name, text] of [
      ['no statement', '/**/;'.repeat(200_000)],
      ['one statement', 'case '.repeat(200_000)],
    ] as const) {
      let pauses = 0;
      const pause = () => Promise.resolve((pauses += 1));
      await splitInSlices(text, dialect, { limit: 1_001, pause });
      t.ok(pauses >= 9, `${dialect}, ${name}: ${pauses}`);
    }
  }
});
