import { failure, read, runOptions, textOf, type Contract } from '../contract.js';
import { connected, type Test } from './support.js';

/** Tests of the limits of results. */
export async function testLimits(t: Test, c: Contract): Promise<void> {
  await t.test(
    'a row limit keeps exactly that many rows and is reported only if rows were left out',
    (t) =>
      connected(c, async (connection) => {
        for (const limit of [1, 7, 100, 101, 350, 5000]) {
          for (const count of [limit - 1, limit, limit + 1, limit * 3]) {
            const { rows, summary } = await read(connection, c.series(count), { maxRows: limit });
            t.equal(
              rows.length,
              Math.min(limit, count),
              `${String(count)} rows with a limit of ${String(limit)}`,
            );
            t.equal(summary.truncatedBy, count > limit ? 'rows' : null);
            t.equal(summary.rowCount, rows.length);
            t.equal(summary.columns?.[0]?.max ?? 0, rows.length);
          }
        }
      }),
  );
  await t.test('a limit does not end the transaction', (t) =>
    connected(c, async (connection) => {
      await read(connection, c.createTemporary);
      await read(connection, c.begin);
      await read(connection, c.insert);
      t.equal(
        (await read(connection, c.series(5000), { maxRows: 10 })).summary.truncatedBy,
        'rows',
      );
      t.equal(
        (await read(connection, c.series(50_000), { maxBytes: 1000 })).summary.truncatedBy,
        'bytes',
      );
      t.equal((await read(connection, c.selectKept)).rows.length, 1);
      await read(connection, c.rollback);
      t.equal((await read(connection, c.selectKept)).rows.length, 0);
    }),
  );
  await t.test('a byte limit is never exceeded, and a result that fits is complete', (t) =>
    connected(c, async (connection) => {
      const bytesOf = async (maxBytes: number | null): Promise<{ bytes: number; cut: boolean }> => {
        const run = await connection.run(c.series(1000), runOptions({ maxBytes }));
        let text = '';
        for await (const chunk of run.chunks) text += (text === '' ? '' : ',\n') + textOf(chunk);
        return { bytes: Buffer.byteLength(text), cut: run.summary().truncatedBy === 'bytes' };
      };
      const whole = await bytesOf(null);
      t.strictSame(await bytesOf(whole.bytes), whole, 'a result of exactly the limit is complete');
      for (const limit of [whole.bytes - 1, 500, 3]) {
        const { bytes, cut } = await bytesOf(limit);
        t.ok(cut && bytes <= limit, `${String(bytes)} bytes with a limit of ${String(limit)}`);
      }
    }),
  );
  await t.test('a value above the cell limit fails the statement before it is in memory', (t) =>
    connected(c, async (connection) => {
      const before = process.memoryUsage.rss();
      let peak = before;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 2);
      const error = await failure(read(connection, c.wide(600_000_000)));
      clearInterval(watch);
      t.equal(error.kind, 'limit');
      // A third of the value. The young generation of Node can take 96 MB alone, here also that of a fake server.
      t.ok(peak - before < 200 * 1024 ** 2, `${String((peak - before) / 1024 ** 2)} MB`);
    }),
  );
  await t.test('a million rows are read slowly in constant memory', (t) =>
    connected(c, async (connection) => {
      const run = await connection.run(c.series(1_000_000), runOptions());
      const before = process.memoryUsage.rss();
      let peak = before;
      let rows = 0;
      const misplaced: string[] = [];
      for await (const { rowCount, json, release } of run.chunks) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        // Released memory is reused for the next rows, and never while a chunk is still read.
        const start = Buffer.from(json.subarray(0, 20)).toString('latin1');
        if (/^\["?(\d+)/.exec(start)?.[1] !== String(rows + 1)) misplaced.push(start);
        rows += rowCount;
        release?.();
        peak = Math.max(peak, process.memoryUsage.rss());
      }
      t.equal(rows, 1_000_000);
      t.same(misplaced, []);
      t.ok(peak - before < 64 * 1024 ** 2, `${String((peak - before) / 1024 ** 2)} MB`);
    }),
  );
}
