// Runs in its own process: it measures the memory of the process.
import { bigqueryDriver as driver } from '@sluice/driver-bigquery';
import { resultOf, startBigQueryServer, type BigQueryRequest, type Fault } from '@sluice/testkit';
import fc from 'fast-check';
import t from 'tap';
import { failure, read, runOptions, sessionOptions } from '@sluice/driver-testkit/contract';
import { countOutcome, recordCrashes } from '@sluice/driver-testkit/hostile';
import { mutate, mutationsOf, type Mutation } from '@sluice/driver-testkit/mutations';

t.setTimeout(240_000);

const server = await startBigQueryServer({
  pageRows: 3,
  scripts: [
    {
      pattern: /^SELECT v$/,
      run: () => ({
        statementType: 'SELECT',
        result: resultOf(
          [
            { name: 'n', type: 'INTEGER' },
            { name: 'at', type: 'TIMESTAMP' },
            { name: 's', type: 'RECORD', fields: [{ name: 'x', type: 'BYTES', mode: 'REPEATED' }] },
          ],
          [
            ['1', '2024-02-29T23:59:59.123456Z', { f: [{ v: [{ v: 'AP8K' }] }] }],
            ['2', null, null],
            ['3', '1970-01-01T00:00:00Z', { f: [{ v: [] }] }],
            ['4', '1969-12-31T23:59:59.999999Z', null],
          ],
        ),
      }),
    },
  ],
});
t.teardown(() => server.stop());
t.beforeEach(() => {
  server.faults.clear();
});

const crashes = recordCrashes();

const isInsert = ({ method, path }: BigQueryRequest): boolean =>
  method === 'POST' && path.endsWith('/jobs');
const isJob = ({ method, path }: BigQueryRequest): boolean =>
  method === 'GET' && path.includes('/jobs/');
const isWait = ({ path, query }: BigQueryRequest): boolean =>
  path.includes('/queries/') && query['maxResults'] === '0';
const isPage = ({ path, query }: BigQueryRequest): boolean =>
  path.includes('/queries/') && query['maxResults'] !== '0';

await t.test('1,200 mutated responses neither crash nor hang a statement', async (t) => {
  const outcomes = { finished: 0, failed: 0 };
  const connection = await driver.connect(server.config, sessionOptions());
  t.equal((await read(connection, 'SELECT v')).rows.length, 4, 'the unchanged responses are valid');
  const requests = fc.constantFrom(isInsert, isJob, isWait, isPage);
  await fc.assert(
    fc.asyncProperty(mutationsOf, requests, async (mutations, matches) => {
      const change: Mutation = (bytes) => mutate(bytes, mutations);
      server.faults.clear();
      server.faults.plan(matches, { do: 'change', change });
      // Cancels a job that a mutated response reports as running.
      const signal = AbortSignal.timeout(300);
      await countOutcome(outcomes, () => read(connection, 'SELECT v', { maxRows: 100, signal }));
    }),
    { numRuns: 1200, endOnFailure: true },
  );
  t.comment(JSON.stringify(outcomes));
  t.ok(outcomes.failed > 200 && outcomes.finished > 20, 'statements both finished and failed');
  server.faults.clear();
  t.equal((await read(connection, 'SELECT v')).rows.length, 4, 'the session stays usable');
  await connection.close();
  t.strictSame(crashes, []);
});

await t.test('endless responses are aborted in bounded memory', async (t) => {
  const letters = 'x'.repeat(64 * 1024);
  const floods: [string, typeof isPage, Fault & { do: 'flood' }, string][] = [
    ['a value', isPage, { do: 'flood', first: '{"rows":[{"f":[{"v":"', then: letters }, 'limit'],
    ['a key', isPage, { do: 'flood', first: '{"', then: letters }, 'connection'],
    ['brackets', isPage, { do: 'flood', first: '{"a":', then: '['.repeat(65_536) }, 'connection'],
    ['a body that is not JSON', isPage, { do: 'flood', first: '', then: letters }, 'connection'],
    ['a job', isJob, { do: 'flood', first: '{"status":"', then: letters }, 'connection'],
    ['a result', isWait, { do: 'flood', first: '{"schema":"', then: letters }, 'connection'],
    ['an error', isInsert, { do: 'flood', first: '{"error":"', then: letters }, 'connection'],
  ];
  for (const [what, concerns, fault, kind] of floods) {
    const connection = await driver.connect(server.config, sessionOptions());
    const before = process.memoryUsage.rss();
    server.faults.clear();
    server.faults.plan(concerns, fault, Infinity);
    const error = await failure(read(connection, 'SELECT v', { maxCellBytes: 1024 ** 2 }));
    t.equal(error.kind, kind, what);
    const grown = (process.memoryUsage.rss() - before) / 1024 ** 2;
    t.ok(grown < 200, `${what}: ${String(Math.round(grown))} MB`);
    server.faults.clear();
    await connection.close();
  }
});

await t.test('endless rows are read only as far as needed', async (t) => {
  const connection = await driver.connect(server.config, sessionOptions());
  const row = '{"f":[{"v":"1"},{"v":null},{"v":null}]}';
  const then = `,${row}`.repeat(1000);
  server.faults.plan(isPage, { do: 'flood', first: `{"rows":[${row}`, then });
  const { rows, summary } = await read(connection, 'SELECT v', { maxRows: 10_000 });
  t.equal(rows.length, 10_000);
  t.equal(summary.truncatedBy, 'rows');
  server.faults.plan(isPage, { do: 'flood', first: `{"rows":[${row}`, then });
  const run = await connection.run('SELECT v', runOptions());
  let count = 0;
  for await (const chunk of run.chunks) {
    count += chunk.rowCount;
    if (count > 50_000) break;
  }
  server.faults.clear();
  t.equal((await read(connection, 'SELECT v')).rows.length, 4);
  await connection.close();
});

await t.test('a result that ends before its last row is rejected', async (t) => {
  const connection = await driver.connect(server.config, sessionOptions());
  const change: Mutation = (bytes) =>
    Buffer.from(bytes.toString().replace('"pageToken":"3"', '"pageToken":""'));
  server.faults.plan(isPage, { do: 'change', change });
  t.match(await failure(read(connection, 'SELECT v')), { kind: 'connection', outcome: 'failed' });
  const again: Mutation = (bytes) =>
    Buffer.from(bytes.toString().replace(/"rows":\[.*\]/, '"rows":[]'));
  server.faults.plan(isPage, { do: 'change', change: again }, Infinity);
  t.match(await failure(read(connection, 'SELECT v')), { kind: 'connection', outcome: 'failed' });
  await connection.close();
});
