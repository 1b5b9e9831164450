import { Readable } from 'node:stream';
import fc from 'fast-check';
import t from 'tap';
import { takeRows } from '../dist/mcp/rows.js';

/** A stream of a text in chunks of a number of bytes. */
function streamOf(text: string, chunkBytes: number): Readable {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  return Readable.from(chunks);
}

t.test('the first rows that fit are returned, whatever the cells and the chunks', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
    fc.constantFrom('[', ']', '"', '\\', '{"a":[1]}', '],['),
    fc.json().map((text) => JSON.parse(text) as unknown),
  );
  const rows = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1_000, max: 3_000 }),
      async (all, chunkBytes, maxBytes) => {
        const text = JSON.stringify(all);
        const {
          rows: taken,
          hasMore,
          isShortened,
        } = await takeRows(streamOf(text, chunkBytes), maxBytes);
        if (isShortened) return taken.length === 1;
        const expected = JSON.parse(JSON.stringify(all.slice(0, taken.length))) as unknown;
        const isPrefix = JSON.stringify(taken) === JSON.stringify(expected);
        const size = Buffer.byteLength(JSON.stringify(taken));
        const next = all[taken.length];
        const wouldFit =
          next !== undefined && size + Buffer.byteLength(JSON.stringify(next)) < maxBytes;
        return isPrefix && hasMore === (next !== undefined) && !wouldFit && size <= maxBytes + 1;
      },
    ),
    { numRuns: 500 },
  );
});

t.test('one long row is shortened, and a row above 4 MiB is not read', async (t) => {
  const long = await takeRows(streamOf(JSON.stringify([['é'.repeat(50_000), 1]]), 65_536), 1_000);
  t.equal(long.isShortened, true);
  t.match(long.rows[0]?.[0], /é… \[cut, 50000 characters\]$/);
  t.equal(long.rows[0]?.[1], 1);
  t.ok(Buffer.byteLength(JSON.stringify(long.rows)) < 1_100);
  const stream = streamOf(JSON.stringify([['x'.repeat(20_000_000)]]), 65_536);
  t.match((await takeRows(stream, 1_000)).rows, [[/above 4 MiB/]]);
  t.equal(stream.destroyed, true);
});
