// Runs in its own process: it measures the memory of the process.
import { DriverError } from '@sluice/driver-kit';
import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import {
  integerColumn,
  startSnowflakeServer,
  textColumn,
  type SnowflakeFile,
} from '@sluice/testkit';
import fc from 'fast-check';
import { createServer } from 'node:http';
import t from 'tap';
import { failure, read, runOptions, sessionOptions, textOf } from '@sluice/driver-testkit/contract';
import { countOutcome, recordCrashes } from '@sluice/driver-testkit/hostile';
import { mutate, mutationsOf } from '@sluice/driver-testkit/mutations';
import { notAllowed, targetsThat } from '@sluice/driver-testkit/targets';

t.setTimeout(180_000);
const server = await startSnowflakeServer();
t.teardown(() => server.stop());

const crashes = recordCrashes();

const many = 'select n from series(3000)';
const numbers = Array.from({ length: 3000 }, (_, i) => [i + 1]);
const connect = () => driver.connect(server.config, sessionOptions());

await t.test('1,500 mutated responses neither crash nor hang a statement', async (t) => {
  const outcomes = { finished: 0, failed: 0 };
  let connection = await connect();
  const paths = ['/queries/v1/query-request', '/queries/', '/storage/', '/session/heartbeat'];
  await fc.assert(
    fc.asyncProperty(mutationsOf, fc.constantFrom(...paths), async (mutations, path) => {
      if (connection.closed) connection = await connect();
      server.fail(path, { change: (bytes) => mutate(bytes, mutations) });
      await countOutcome(outcomes, () =>
        path === '/session/heartbeat'
          ? connection.reset()
          : read(connection, many, { maxRows: 5000 }),
      );
    }),
    { numRuns: 1500, endOnFailure: true },
  );
  await connection.close();
  t.comment(JSON.stringify(outcomes));
  t.ok(outcomes.failed > 300 && outcomes.finished > 20, 'statements both finished and failed');
  t.strictSame(crashes, []);
});

await t.test('300 mutated sign-in responses are rejected with a driver error', async (t) => {
  await fc.assert(
    fc.asyncProperty(mutationsOf, async (mutations) => {
      server.fail('/session/v1/login-request', {
        change: (bytes) => mutate(bytes, mutations),
      });
      const options = sessionOptions({ connectTimeoutMs: 2000 });
      try {
        await (await driver.connect(server.config, options)).close();
      } catch (error) {
        if (!(error instanceof DriverError) || error.outcome !== 'not_run') throw error;
      }
    }),
    { numRuns: 300, endOnFailure: true },
  );
  t.strictSame(crashes, []);
});

await t.test('endless responses are aborted in bounded memory', async (t) => {
  const body = 'x'.repeat(1024 * 1024);
  for (const [path, kind, outcome] of [
    ['/queries/v1/query-request', 'limit', 'unknown'],
    ['/storage/', 'connection', 'ran_result_lost'],
  ] as const) {
    const connection = await connect();
    const before = process.memoryUsage.rss();
    server.fail(path, { body, endless: true });
    t.match(await failure(read(connection, many)), { kind, outcome }, path);
    server.fail(path, {
      body: path === '/storage/' ? `["${body}` : `{"a":"${body}`,
      endless: true,
    });
    t.match(await failure(read(connection, many)).catch(() => null), {}, path);
    t.ok(process.memoryUsage.rss() - before < 200 * 1024 ** 2);
    await connection.close();
  }
  t.strictSame(crashes, []);
});

await t.test('an endless row exceeds the row limit', async (t) => {
  const connection = await connect();
  server.fail('/storage/', { body: `["${'x'.repeat(65_536)}`.replace('["', ''), endless: true });
  const endless = failure(read(connection, many));
  t.match(await endless, { kind: 'connection' });
  const file: SnowflakeFile = {
    rowCount: 1,
    *parts() {
      yield '["';
      for (let i = 0; i < 10_000; i++) yield 'x'.repeat(65_536);
      yield '"]';
    },
  };
  server.script(/^endless$/, { kind: 'rows', columns: [textColumn('T')], rows: [], files: [file] });
  t.match(await failure(read(connection, 'endless', { maxRowBytes: 1_000_000 })), {
    kind: 'limit',
    outcome: 'failed',
  });
  t.strictSame((await read(connection, 'select 1')).rows, [[1]], 'the session stays usable');
  await connection.close();
});

const lines = (rows: unknown[][]): string => rows.map((row) => JSON.stringify(row)).join();
const numberRows = (from: number, to: number): unknown[][] =>
  Array.from({ length: to - from + 1 }, (_, i) => [String(from + i)]);

await t.test(
  'a truncated file or an expired URL is read again without duplicate rows',
  async (t) => {
    const connection = await connect();
    server.fail('/storage/', 'middle', { status: 503 }, { status: 403 }, 'before', 'middle');
    t.strictSame((await read(connection, many)).rows, numbers);
    const results = server.requestsTo('/queries/').filter(({ path }) => path.endsWith('/result'));
    t.equal(results.length >= 2, true, 'new URLs were requested');
    const [first] = server.requestsTo('/storage/');
    t.equal(first?.headers['x-amz-server-side-encryption-customer-key'], 'a2V5');
    t.equal(
      first?.headers.authorization,
      undefined,
      'the storage does not receive the session token',
    );
    await connection.close();
  },
);

await t.test(
  'a file whose row count or size differs from the announcement is rejected',
  async (t) => {
    const connection = await connect();
    for (const rowCount of [2, 4]) {
      server.script(/^odd$/, {
        kind: 'rows',
        columns: [integerColumn('N')],
        rows: [],
        files: [{ rowCount, parts: () => [lines(numberRows(1, 3))] }],
      });
      t.match(await failure(read(connection, 'odd')), { kind: 'connection' }, String(rowCount));
    }
    server.script(/^odd$/, {
      kind: 'rows',
      columns: [integerColumn('N')],
      rows: [],
      files: [
        { rowCount: 3, bytes: 10, parts: () => [lines(numberRows(1, 3)), ' '.repeat(3_000_000)] },
      ],
    });
    t.match(await failure(read(connection, 'odd')), { kind: 'connection' }, 'more bytes');
    await connection.close();
  },
);

await t.test('files are read one by one when the reader is ready', async (t) => {
  const connection = await connect();
  const before = server.requestsTo('/storage/').length;
  const run = await connection.run('select n from series(1000000)', runOptions());
  await new Promise((resolve) => setTimeout(resolve, 300));
  t.ok(server.requestsTo('/storage/').length - before <= 3, 'few files fill the buffer');
  let rows = 0;
  for await (const chunk of run.chunks) rows += textOf(chunk).split('\n').length;
  t.equal(rows, 1_000_000);
  await connection.close();
});

await t.test('a URL named by the server cannot lead to a forbidden target', async (t) => {
  const canary: string[] = [];
  const secret = createServer((request, response) => {
    canary.push(request.url ?? '');
    response.end('["secret"]');
  });
  await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
  const address = secret.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const own = new URL(server.url);
  const connection = await driver.connect(
    server.config,
    sessionOptions({
      targets: targetsThat((name) =>
        name === own.hostname ? [{ address: own.hostname, family: 4 }] : notAllowed(),
      ),
    }),
  );
  const urls = [`http://127.0.0.2:${port}/x`, 'file:///etc/hostname', 'ftp://127.0.0.1/', '//x'];
  for (const url of urls) {
    server.script(/^forbidden$/, {
      kind: 'rows',
      columns: [integerColumn('N')],
      rows: [],
      files: [{ rowCount: 1, parts: () => ['["1"]'], url }],
    });
    t.match(await failure(read(connection, 'forbidden')), { kind: 'connection' }, url);
  }
  t.strictSame(canary, []);
  await connection.close();
  await new Promise((resolve) => secret.close(resolve));
});
