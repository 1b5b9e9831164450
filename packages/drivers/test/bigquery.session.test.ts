import { driverFor, type Handover, type RunOptions } from '@sluice/drivers';
import { errorBody, startBigQueryServer, type BigQueryRequest, type Script } from '@sluice/testkit';
import t from 'tap';
import { eventually, failure, read, runOptions, sessionOptions } from './contract.js';
import { rowsOf, sessionsOf } from './sessions.js';

t.setTimeout(120_000);
const driver = driverFor('bigquery');
if (!driver) throw new Error('no driver');

const scripts: Script[] = [
  {
    pattern: /^SELECT \* FROM large$/,
    run: () => ({ statementType: 'SELECT', bytesProcessed: 1_230_000_000 }),
  },
  { pattern: /^DELETE FROM t$/, run: () => ({ statementType: 'DELETE', affectedRows: 4 }) },
  {
    pattern: /^SELECT failing$/,
    run: () => ({
      statementType: 'SELECT',
      failure: { reason: 'accessDenied', message: 'Access Denied: Table p:d.t' },
    }),
  },
  {
    pattern: /^SELECT deaf$/,
    run: () => ({ statementType: 'SELECT', isSlow: true, isDeaf: true }),
  },
];
const server = await startBigQueryServer({ scripts, pageRows: 1000 });
t.teardown(() => server.stop());
const { connected, connect } = sessionsOf(driver, server.config);
const series = (n: number): string => `SELECT n FROM UNNEST(GENERATE_ARRAY(1, ${String(n)})) n`;

t.beforeEach(() => {
  server.requests.length = 0;
  server.faults.clear();
});

const isInsert = ({ method, path, body }: BigQueryRequest): boolean =>
  method === 'POST' && path.endsWith('/jobs') && configurationOf(body)['dryRun'] !== true;
const isResults = ({ path }: BigQueryRequest): boolean => path.includes('/queries/');
const isPage = (request: BigQueryRequest): boolean =>
  isResults(request) && request.query['maxResults'] !== '0';
const isCancel = ({ path }: BigQueryRequest): boolean => path.endsWith('/cancel');

function configurationOf(body: unknown): Record<string, unknown> {
  const { configuration } = body as { configuration?: Record<string, unknown> };
  return configuration ?? {};
}

interface SentQuery {
  query: string;
  createSession?: boolean;
  connectionProperties?: unknown;
}

/** What was sent to be run, dry runs left out. */
const sent = (): SentQuery[] =>
  server.requests.filter(isInsert).map(({ body }) => configurationOf(body)['query'] as SentQuery);

await t.test('a session is made by the first statement that needs one, and ended with us', (t) =>
  connected(async (connection) => {
    await read(connection, 'SELECT 1');
    await read(connection, 'DELETE FROM t');
    t.strictSame(server.sessions(), [], 'what leaves nothing behind is in none');
    await read(connection, 'CREATE TEMP TABLE kept (n INT64)');
    await read(connection, 'SELECT 1');
    const [id = ''] = server.sessions();
    t.strictSame(
      sent().map(({ createSession, connectionProperties }) => [
        createSession,
        connectionProperties,
      ]),
      [
        [undefined, undefined],
        [undefined, undefined],
        [true, undefined],
        [undefined, [{ key: 'session_id', value: id }]],
      ],
    );
    t.ok(await connection.reset());
    t.strictSame(server.sessions(), [], 'nothing of it is left for the next user');
    await read(connection, 'BEGIN TRANSACTION');
    t.equal(server.sessions().length, 1);
    await connection.close();
    t.strictSame(server.sessions(), []);
    t.equal(sent().at(-1)?.query, 'CALL BQ.ABORT_SESSION()');
  }),
);

await t.test('a statement that failed may have made its session all the same', (t) =>
  connected(async (connection) => {
    await failure(read(connection, 'COMMIT TRANSACTION'));
    await read(connection, 'BEGIN TRANSACTION');
    await read(connection, 'ROLLBACK TRANSACTION');
    t.ok(server.sessions().length >= 1);
  }),
);

await t.test('an id is known before anything is sent, and it is the one of the job', (t) =>
  connected(async (connection) => {
    const told: Handover[] = [];
    const onHandover: RunOptions['onHandover'] = (handover) => {
      t.strictSame(server.requests.filter(isInsert), []);
      told.push(handover);
      return Promise.resolve();
    };
    server.requests.length = 0;
    await read(connection, 'SELECT 1', { onHandover });
    const [id] = [...server.jobs.keys()].slice(-1);
    t.strictSame(told, [
      {
        executionId: `sluice-test:EU.${id ?? ''}`,
        session: { project: 'sluice-test', location: 'EU', sessionId: '' },
      },
    ]);
    t.notOk(JSON.stringify(told).includes('PRIVATE KEY'));
  }),
);

await t.test('a job whose answer was lost is asked for again under its id, and runs once', (t) =>
  connected(async (connection) => {
    for (const fault of [{ do: 'lose' }, { do: 'drop' }] as const) {
      const before = server.jobs.size;
      server.requests.length = 0;
      server.faults.plan(isInsert, fault, 2);
      const { summary } = await read(connection, 'DELETE FROM t');
      t.equal(summary.affectedRows, 4);
      t.equal(server.jobs.size, before + 1);
      const ids = server.requests.filter(isInsert).map(({ body }) => JSON.stringify(body));
      t.equal(ids.length, 3);
      t.equal(new Set(ids).size, 1, 'the very same request');
    }
  }),
);

await t.test('a busy service is asked again, whatever it is asked for', (t) =>
  connected(async (connection) => {
    const answers = [
      [503, 'backendError'],
      [429, 'rateLimitExceeded'],
      [403, 'rateLimitExceeded'],
      [500, 'internalError'],
    ] as const;
    for (const [status, reason] of answers) {
      const before = server.jobs.size;
      const body = errorBody(status, reason, 'Try again');
      for (const each of [isInsert, isResults, isPage]) {
        server.faults.plan(each, { do: 'answer', status, body });
      }
      server.faults.plan(({ method, path }) => method === 'GET' && path.includes('/jobs/'), {
        do: 'answer',
        status,
        body,
      });
      t.equal((await rowsOf(connection, series(10))).length, 10);
      t.equal(server.jobs.size, before + 1);
    }
  }),
);

await t.test('a token that is good no more is asked for anew, once', (t) =>
  connected(async (connection) => {
    server.requests.length = 0;
    server.revokeTokens();
    t.equal((await rowsOf(connection, series(3))).length, 3);
    t.equal(server.requests.filter(({ path }) => path === 'token').length, 1);
  }),
);

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

await t.test('a cancel reaches the job, and waits for its end', (t) =>
  connected(async (connection) => {
    const abort = new AbortController();
    const failed = failure(read(connection, 'SELECT slow()', { signal: abort.signal }));
    await eventually('it runs', () => server.running() === 1);
    server.faults.plan(isCancel, { do: 'drop' });
    abort.abort();
    t.match(await failed, {
      kind: 'cancelled',
      outcome: 'failed',
      title: 'The statement was cancelled',
    });
    t.equal(server.requests.filter(isCancel).length, 2, 'the first one got lost');
    t.equal(server.running(), 0);
  }),
);

await t.test('a job that finishes before it hears its cancel has finished', (t) =>
  connected(async (connection) => {
    const abort = new AbortController();
    const failed = failure(read(connection, 'SELECT deaf', { signal: abort.signal }));
    await eventually('it runs', () => server.running() === 1);
    abort.abort();
    await eventually('it was asked to stop', () => server.requests.some(isCancel));
    server.release();
    const error = await failed.catch(() => null);
    t.match(error ?? { kind: 'cancelled' }, { kind: 'cancelled' });
    t.equal((await rowsOf(connection, 'SELECT 1')).length, 1);
  }),
);

await t.test('what is closed is cancelled first; what is let go is not', async (t) => {
  const connection = await connect();
  const failed = failure(read(connection, 'SELECT slow()'));
  await eventually('it runs', () => server.running() === 1);
  await connection.close();
  t.match(await failed, { kind: 'cancelled' });
  t.equal(server.requests.filter(isCancel).length, 1);

  server.requests.length = 0;
  const other = await connect();
  await read(other, 'BEGIN TRANSACTION');
  const lost = failure(read(other, 'SELECT slow(3)'));
  await eventually('it runs', () => server.running() === 1);
  await other.detach?.();
  await other.close();
  t.match(await lost, { kind: 'connection', outcome: 'unknown' });
  t.equal(server.running(), 1);
  t.ok(server.sessions().length >= 1);
  t.notOk(server.requests.some(isCancel));
  server.release();
});

await t.test(
  'who adopts learns the session from the job, though it was not known before',
  async (t) => {
    const connection = await connect();
    const handovers: Handover[] = [];
    const onHandover: RunOptions['onHandover'] = (handover) => {
      handovers.push(handover);
      return Promise.resolve();
    };
    await read(connection, 'BEGIN TRANSACTION', { onHandover });
    await connection.detach?.();
    const [handover] = handovers;
    if (!handover || !driver.resume) throw new Error('no handover');
    t.equal(handover.session['sessionId'], '');
    server.requests.length = 0;
    const other = await driver.resume(server.config, handover.session, sessionOptions());
    t.strictSame(
      server.requests.map(({ path }) => path),
      ['token'],
      'nothing is run to resume',
    );
    const run = await other.adopt?.(handover.executionId, runOptions());
    let rows = 0;
    for await (const chunk of run?.chunks ?? []) rows += chunk.rowCount;
    t.equal(rows, 0);
    t.match(run?.summary(), { command: 'BEGIN TRANSACTION', columns: null });
    t.notOk(server.requests.some(isInsert), 'nothing is sent again');
    await read(other, 'ROLLBACK TRANSACTION');
    await other.close();
  },
);

await t.test('an adopted job that failed has its error and its place', async (t) => {
  const connection = await connect();
  const ids: string[] = [];
  const onHandover: RunOptions['onHandover'] = ({ executionId }) => {
    ids.push(executionId);
    return Promise.resolve();
  };
  await failure(read(connection, '\n\tnonsense', { onHandover }));
  const run = connection.adopt?.(ids[0] ?? '', runOptions());
  t.match(await failure(Promise.resolve(run)), { kind: 'sql', outcome: 'failed', position: 1 });
  await connection.close();
});

await t.test('an orphan in a session takes the session with it', async (t) => {
  const connection = await connect();
  await read(connection, 'BEGIN TRANSACTION');
  const [session = ''] = server.sessions().slice(-1);
  const ids: string[] = [];
  const onHandover: RunOptions['onHandover'] = ({ executionId }) => {
    ids.push(executionId);
    return Promise.resolve();
  };
  const lost = failure(read(connection, 'SELECT slow()', { onHandover }));
  await eventually('it runs', () => server.running() === 1);
  await connection.detach?.();
  await lost;
  const end = await driver.cancelOrphan(server.config, ids[0] ?? '', sessionOptions());
  t.equal(end, 'stopped');
  t.equal(server.running(), 0);
  t.notOk(server.sessions().includes(session), 'its transaction holds nothing any more');
});

await t.test('a session is made for whatever is not known to leave nothing behind', async (t) => {
  const needed = {
    'SELECT 1': false,
    '-- a\n#b\n/* c */ (SELECT 1)': false,
    'WITH a AS (SELECT 1) SELECT * FROM a': false,
    'FROM t |> WHERE TRUE': false,
    'INSERT INTO t VALUES (1)': false,
    'MERGE INTO t USING u ON FALSE WHEN NOT MATCHED THEN INSERT ROW': false,
    'CREATE OR REPLACE TABLE t (temp INT64)': false,
    'CREATE TEMP TABLE t (n INT64)': true,
    'create or replace temporary function f() AS (1)': true,
    'LOAD DATA INTO TEMP TABLE t FROM FILES (uris = [])': true,
    'DECLARE x INT64': true,
    'SET x = 1': true,
    'BEGIN TRANSACTION': true,
    'BEGIN SELECT 1; END': true,
    'CALL d.p()': true,
    "EXECUTE IMMEDIATE 'CREATE TEMP TABLE t (n INT64)'": true,
    'SELECT 1; CREATE TEMP TABLE t (n INT64)': true,
    '': true,
  };
  const any = await startBigQueryServer({
    scripts: [{ pattern: /^/, run: () => ({ statementType: 'SELECT' }) }],
  });
  for (const [sql, needs] of Object.entries(needed)) {
    const connection = await driver.connect(any.config, sessionOptions());
    await read(connection, sql);
    t.equal(any.sessions().length === 1, needs, sql);
    await connection.close();
  }
  await any.stop();
});

await t.test('a place is counted in characters, and tabs are as wide as on a screen', async (t) => {
  let message = '';
  const any = await startBigQueryServer({
    scripts: [
      {
        pattern: /^/,
        run: () => ({ statementType: '', refusal: { reason: 'invalidQuery', message } }),
      },
    ],
  });
  const failing = await driver.resume?.(
    any.config,
    { project: 'sluice-test', location: 'EU', sessionId: '' },
    sessionOptions(),
  );
  if (!failing) throw new Error('no connection');
  const placed = async (sql: string, at: string): Promise<number | undefined> => {
    message = `Unrecognized name: x at [${at}]`;
    return (await failure(read(failing, sql))).position;
  };
  t.equal(await placed('SELECT x', '1:8'), 8);
  t.equal(await placed('SELECT\n  x', '2:3'), 10);
  t.equal(await placed('SELECT\r\nx', '2:1'), 9);
  t.equal(await placed(`SELECT '🎈é', x`, '1:14'), 14);
  t.equal(await placed('\tx', '1:9'), 2);
  t.equal(await placed('ab\tx', '1:9'), 4);
  t.equal(await placed('SELECT', '1:7'), 7, 'the end of the text');
  t.equal(await placed('SELECT', '9:1'), undefined);
  t.equal(await placed('SELECT', '0:0'), undefined);
  await failing.close();
  await any.stop();
});

await t.test('a read-only connection asks what a statement is before it runs it', (t) =>
  connected(
    async (connection) => {
      t.equal((await rowsOf(connection, 'SELECT 1')).length, 1);
      const before = server.jobs.size;
      const refused = await failure(read(connection, 'DELETE FROM t'));
      t.match(refused, { kind: 'permission', outcome: 'not_run' });
      t.match(refused.title, /DELETE/);
      t.match(await failure(read(connection, 'nonsense')), { kind: 'sql', position: 1 });
      t.equal(server.jobs.size, before, 'none was run');
    },
    {},
    { readOnly: true },
  ),
);

await t.test('a statement above the limit of bytes says how many it would read', (t) =>
  connected(
    async (connection) => {
      const error = await failure(read(connection, 'SELECT * FROM large'));
      t.match(error, { kind: 'limit', outcome: 'failed' });
      t.equal(error.detail, 'The statement would read 1.23 GB; the limit is 5.00 MB');
    },
    { maximumBytesBilled: '5000000' },
  ),
);

await t.test('a table that may not be read is said so, and the session goes on', (t) =>
  connected(async (connection) => {
    const error = await failure(read(connection, 'SELECT failing'));
    t.match(error, { kind: 'permission', outcome: 'failed', title: /Access Denied/ });
    t.equal((await rowsOf(connection, 'SELECT 1')).length, 1);
  }),
);

await t.test('settings of the connection and of the session go with each job', (t) =>
  connected(
    async (connection) => {
      await read(connection, 'SELECT 1', { tag: { batch: 'b1' } });
      const [insert] = server.requests.filter(isInsert);
      t.match(configurationOf(insert?.body), {
        jobTimeoutMs: '60000',
        labels: { application: 'sluice-test' },
        query: {
          query: 'SELECT 1\n/* sluice batch=b1 */',
          useLegacySql: false,
          defaultDataset: { projectId: 'other', datasetId: 'd' },
        },
      });
      t.match(server.requests.at(-1)?.query, {
        location: 'EU',
        'formatOptions.useInt64Timestamp': 'true',
      });
    },
    { dataset: 'other.d' },
    { statementTimeoutMs: 60_000 },
  ),
);
