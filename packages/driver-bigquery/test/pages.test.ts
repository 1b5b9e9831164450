import t from 'tap';
import { openBigQuery, isPage, series } from './bigquery-world.js';
import { eventually, read, runOptions } from '@sluice/driver-testkit/contract';
import { rowsOf } from '@sluice/driver-testkit/sessions';

t.setTimeout(120_000);
const { server, connected } = await openBigQuery(t);

await t.test('pages that break off are read on from the row where they did', (t) =>
  connected(async (connection) => {
    for (const afterBytes of [0, 40, 400, 4000, 12_000]) {
      server.faults.clear();
      server.faults.plan(isPage, { do: 'cut', afterBytes }, 3);
      const rows = await rowsOf(connection, series(5000));
      t.strictSame(
        rows.map(([n]) => n),
        Array.from({ length: 5000 }, (_, index) => index + 1),
        `cut after ${String(afterBytes)} bytes`,
      );
    }
  }),
);

await t.test('the next page is asked for when its rows are wanted', (t) =>
  connected(async (connection) => {
    const run = await connection.run(series(1_000_000), runOptions());
    const iterator = run.chunks[Symbol.asyncIterator]();
    await iterator.next();
    const pages = (): number => server.requests.filter(isPage).length;
    let last = -1;
    await eventually('it waits', async () => {
      const same = pages() === last;
      last = pages();
      await new Promise((resolve) => setTimeout(resolve, 200));
      return same;
    });
    t.ok(last < 300, `${String(last)} of 1000 pages`);
    await iterator.return?.();
  }),
);

await t.test('no more rows are asked for than may be kept, and one', (t) =>
  connected(async (connection) => {
    const { rows, summary } = await read(connection, series(5000), { maxRows: 1500 });
    t.equal(rows.length, 1500);
    t.equal(summary.truncatedBy, 'rows');
    const most = server.requests.filter(isPage).map(({ query }) => query['maxResults']);
    t.strictSame(most, ['1501', '501']);
  }),
);
