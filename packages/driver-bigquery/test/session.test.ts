import { startBigQueryServer } from '@sluice/testkit';
import t from 'tap';
import {
  openBigQuery,
  configurationOf,
  recordHandovers,
  isCancel,
  isInsert,
} from './bigquery-world.js';
import {
  eventually,
  failure,
  read,
  runOptions,
  sessionOptions,
} from '@sluice/driver-testkit/contract';

t.setTimeout(120_000);
const { driver, server, connected, connect, sent } = await openBigQuery(t);

await t.test(
  'a session is created by the first statement that needs one and closed with the connection',
  (t) =>
    connected(async (connection) => {
      await read(connection, 'SELECT 1');
      await read(connection, 'DELETE FROM t');
      t.strictSame(server.sessions(), [], 'statements without session state run outside a session');
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
      t.strictSame(server.sessions(), [], 'reset closes the session');
      await read(connection, 'BEGIN TRANSACTION');
      t.equal(server.sessions().length, 1);
      await connection.close();
      t.strictSame(server.sessions(), []);
      t.equal(sent().at(-1)?.query, 'CALL BQ.ABORT_SESSION()');
    }),
);

await t.test('a failed statement may have created its session', (t) =>
  connected(async (connection) => {
    await failure(read(connection, 'COMMIT TRANSACTION'));
    await read(connection, 'BEGIN TRANSACTION');
    await read(connection, 'ROLLBACK TRANSACTION');
    t.ok(server.sessions().length >= 1);
  }),
);

await t.test('close cancels the running statement and detach does not', async (t) => {
  const connection = await connect();
  const failed = failure(read(connection, 'SELECT slow()'));
  await eventually('the job is running', () => server.running() === 1);
  await connection.close();
  t.match(await failed, { kind: 'cancelled' });
  t.equal(server.requests.filter(isCancel).length, 1);

  server.requests.length = 0;
  const other = await connect();
  await read(other, 'BEGIN TRANSACTION');
  const lost = failure(read(other, 'SELECT slow(3)'));
  await eventually('the job is running', () => server.running() === 1);
  await other.detach?.();
  await other.close();
  t.match(await lost, { kind: 'connection', outcome: 'unknown' });
  t.equal(server.running(), 1);
  t.ok(server.sessions().length >= 1);
  t.notOk(server.requests.some(isCancel));
  server.release();
});

await t.test('an adopting connection learns the session from the job', async (t) => {
  const connection = await connect();
  const { handovers, onHandover } = recordHandovers();
  await read(connection, 'BEGIN TRANSACTION', { onHandover });
  await connection.detach?.();
  const [handover] = handovers;
  if (!handover || !driver.resume) throw new Error('There is no handover');
  t.equal(handover.session['sessionId'], '');
  server.requests.length = 0;
  const other = await driver.resume(server.config, handover.session, sessionOptions());
  t.strictSame(
    server.requests.map(({ path }) => path),
    ['token'],
    'resuming runs no job',
  );
  const run = await other.adopt?.(handover.executionId, runOptions());
  let rows = 0;
  for await (const chunk of run?.chunks ?? []) rows += chunk.rowCount;
  t.equal(rows, 0);
  t.match(run?.summary(), { command: 'BEGIN TRANSACTION', columns: null });
  t.notOk(server.requests.some(isInsert), 'no job is inserted again');
  await read(other, 'ROLLBACK TRANSACTION');
  await other.close();
});

await t.test('an adopted job that failed has its error and position', async (t) => {
  const connection = await connect();
  const { handovers, onHandover } = recordHandovers();
  await failure(read(connection, '\n\tnonsense', { onHandover }));
  const run = connection.adopt?.(handovers[0]?.executionId ?? '', runOptions());
  t.match(await failure(Promise.resolve(run)), { kind: 'sql', outcome: 'failed', position: 1 });
  await connection.close();
});

await t.test('cancelOrphan closes the session of the job', async (t) => {
  const connection = await connect();
  await read(connection, 'BEGIN TRANSACTION');
  const [session = ''] = server.sessions().slice(-1);
  const { handovers, onHandover } = recordHandovers();
  const lost = failure(read(connection, 'SELECT slow()', { onHandover }));
  await eventually('the job is running', () => server.running() === 1);
  await connection.detach?.();
  await lost;
  const end = await driver.cancelOrphan(
    server.config,
    handovers[0]?.executionId ?? '',
    sessionOptions(),
  );
  t.equal(end, 'stopped');
  t.equal(server.running(), 0);
  t.notOk(server.sessions().includes(session), 'the transaction was aborted');
});

await t.test('a session is created for every statement that may leave session state', async (t) => {
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
    'UNKNOWN WORD': true,
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

await t.test('the settings of the connection and the session are sent with each job', (t) =>
  connected(
    async (connection) => {
      await read(connection, 'SELECT 1', {
        tag: { batch: 'b1', user: `Ann.O'Hara+x@example.com${'x'.repeat(60)}` },
      });
      const [insert] = server.requests.filter(isInsert);
      t.match(configurationOf(insert?.body), {
        jobTimeoutMs: '60000',
        labels: {
          application: 'sluice-test',
          batch: 'b1',
          user: `ann_o_hara_x_example_com${'x'.repeat(39)}`,
        },
        query: {
          // Unchanged, because the service caches results by the text.
          query: /^SELECT 1$/,
          useLegacySql: false,
          defaultDataset: { projectId: 'other', datasetId: 'd' },
        },
      });
      t.match(server.requests.at(-1)?.query, {
        location: 'EU',
        'formatOptions.timestampOutputFormat': 'ISO8601_STRING',
        // The service refuses both options together.
        'formatOptions.useInt64Timestamp': undefined,
      });
    },
    { dataset: 'other.d' },
    { statementTimeoutMs: 60_000 },
  ),
);
