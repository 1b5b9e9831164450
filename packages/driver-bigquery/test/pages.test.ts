import t from 'tap';
import { openBigQuery, isPage, series } from './bigquery-world.js';
import { eventually, read, runOptions } from '@sluice/driver-testkit/contract';
import { rowsOf } from '@sluice/driver-testkit/sessions';

t.setTimeout(120_000);
const { server, connected } = await openBigQuery(t);

await t.test('an interrupted page is continued at the row where it was interrupted', (t) =>
  connected(async (connection) => {
    for (const afterBytes of [0, 40, 400, 4000, 12_000]) {
      server.faults.clear();
      server.faults.plan(isPage, { do: 'cut', afterBytes }, 3);
      const rows = await rowsOf(connection, series(5000));
      t.strictSame(
        rows.map(([n]) => n),
        Array.from({ length: 5000 }, (_, index) => index + 1),
        `interrupted after ${String(afterBytes)} bytes`,
      );
    }
  }),
);

await t.test('the next page is requested when its rows are needed', (t) =>
  connected(async (connection) => {
    const run = await connection.run(series(1_000_000), runOptions());
    const iterator = run.chunks[Symbol.asyncIterator]();
    await iterator.next();
    const pages = (): number => server.requests.filter(isPage).length;
    let last = -1;
    await eventually('no further page is requested', async () => {
      const same = pages() === last;
      last = pages();
      await new Promise((resolve) => setTimeout(resolve, 200));
      return same;
    });
    t.ok(last < 300, `${String(last)} of 1000 pages`);
    await iterator.return?.();
  }),
);

await t.test('at most one row more than the limit is requested', (t) =>
  connected(async (connection) => {
    const { rows, summary } = await read(connection, series(5000), { maxRows: 1500 });
    t.equal(rows.length, 1500);
    t.equal(summary.truncatedBy, 'rows');
    const most = server.requests.filter(isPage).map(({ query }) => query['maxResults']);
    t.strictSame(most, ['1501', '501']);
  }),
);
