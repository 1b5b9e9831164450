import type { ReplayEntry } from '@sluice/testkit';
import t from 'tap';
import { failure, read } from '@sluice/driver-testkit/contract';
import {
  cancelled,
  dryRun,
  failedJob,
  inserted,
  job,
  listed,
  looked,
  n,
  paged,
  refused,
  results,
  row,
  running,
  waited,
  withConnection,
} from './replay-answers.js';

t.setTimeout(60_000);

await t.test(
  'a failed job has its own error, whatever the request for its result says',
  async (t) => {
    // PB google/cloud/bigquery/retry.py (issue 1903), job/base.py
    const cases: [status: number, reason: string, message: string, expected: object][] = [
      [
        403,
        'rateLimitExceeded',
        'Exceeded rate limits: too many table update operations',
        { kind: 'limit' },
      ],
      [403, 'quotaExceeded', 'Quota exceeded: Your table exceeded quota', { kind: 'limit' }],
      [
        500,
        'backendError',
        'Error encountered during execution. Retrying may solve the problem.',
        { kind: 'internal' },
      ],
      [500, 'internalError', 'An internal error occurred', { kind: 'internal' }],
      [403, 'accessDenied', 'Access Denied: Table p:d.t', { kind: 'permission', hint: undefined }],
      [
        403,
        'accessDenied',
        'Access Denied: BigQuery BigQuery: Permission denied while getting Drive credentials.',
        { kind: 'permission', hint: /googleDrive/ },
      ],
      [400, 'invalidQuery', 'Division by zero: 1 / 0 at [1:8]', { kind: 'sql', position: 8 }],
      [400, 'resourcesExceeded', 'Resources exceeded during query execution', { kind: 'limit' }],
      [
        400,
        'stopped',
        'Job execution was cancelled: User requested cancellation',
        { kind: 'cancelled' },
      ],
      [404, 'notFound', 'Not found: Table p:d.t was not found in location EU', { kind: 'sql' }],
    ];
    for (const [status, reason, message, expected] of cases) {
      const entries = [
        inserted(running),
        waited(refused(status, reason, message)),
        looked({ json: failedJob(reason, message) }),
      ];
      await withConnection(entries, async (connection) => {
        const error = await failure(read(connection, 'SELECT 1 / 0'));
        t.match(error, { outcome: 'failed', title: message, ...expected }, reason);
      });
    }
  },
);

await t.test('a job that is stopped without an HTTP error is cancelled', (t) => {
  // PB job/base.py: the status of the reason `stopped` is 200
  const message = 'Job execution was cancelled: Job timed out after 1s';
  const entries = [
    inserted(running),
    waited({ json: results({ errors: [{ reason: 'stopped', message }] }) }),
    looked({ json: failedJob('stopped', message) }),
  ];
  return withConnection(entries, async (connection) => {
    t.match(await failure(read(connection, 'SELECT 1')), { kind: 'timeout', outcome: 'failed' });
  });
});

await t.test('a job whose insert was lost is found, although it is missing at first', (t) => {
  // DD Job (409 duplicate); PB retry.py (issue 2134)
  const missing = refused(404, 'notFound', 'Not found: Job data-lab:EU.sluice_1');
  const entries = [
    inserted({ broken: 'before' }, refused(409, 'duplicate', 'Already Exists: Job')),
    waited(missing, { json: results({ numDmlAffectedRows: '3' }) }),
    looked(missing, missing, running, {
      json: job({
        statistics: { query: { statementType: 'UPDATE', numDmlAffectedRows: '3' } },
      }),
    }),
  ];
  return withConnection(entries, async (connection, { requests }) => {
    const { summary } = await read(connection, 'UPDATE t SET n = 1 WHERE TRUE');
    t.match(summary, { command: 'UPDATE', affectedRows: 3, columns: null });
    const ids = requests.map(
      ({ json }) => json as { jobReference?: { jobId?: string } } | undefined,
    );
    const sent = ids.map((each) => each?.jobReference?.jobId).filter((id) => id !== undefined);
    t.equal(new Set(sent).size, 1, 'both inserts have the same id');
  });
});

await t.test('a busy service is asked again', (t) => {
  // PB retry.py: rateLimitExceeded, backendError, badGateway, and answers of the load balancer in HTML
  const html = { status: 502, headers: { 'content-type': 'text/html' }, bytes: '<html>502</html>' };
  const schema = { fields: [n] };
  const entries = [
    inserted(refused(403, 'rateLimitExceeded', 'Exceeded rate limits'), html, running),
    waited(
      html,
      { json: results({ jobComplete: false }) },
      { json: results({ schema, totalRows: '1' }) },
    ),
    looked(running, refused(503, 'backendError', 'Try again'), { json: job() }),
    paged(
      refused(429, 'rateLimitExceeded', 'Try again'),
      { json: results({ schema, totalRows: '1', rows: [row('1')] }), broken: 'middle' },
      { json: results({ schema, totalRows: '1', rows: [row('1')] }) },
    ),
  ];
  return withConnection(entries, async (connection) => {
    t.strictSame((await read(connection, 'SELECT 1')).rows, [[1]]);
  });
});

await t.test('statements without rows report their counts', async (t) => {
  // DD JobStatistics2.statementType, numDmlAffectedRows; PB job/query.py
  const cases: [statistics: object, answer: object, expected: object][] = [
    [
      { query: { statementType: 'MERGE', numDmlAffectedRows: '12' } },
      { numDmlAffectedRows: '12', totalRows: '0', schema: {} },
      { command: 'MERGE', affectedRows: 12, columns: null },
    ],
    [
      { query: { statementType: 'CREATE_TABLE_AS_SELECT', ddlOperationPerformed: 'CREATE' } },
      { schema: { fields: [n] }, totalRows: '5' },
      { command: 'CREATE TABLE AS SELECT', affectedRows: null, columns: null },
    ],
    [
      { numChildJobs: '3', query: { statementType: 'SCRIPT' } },
      {},
      { command: 'SCRIPT', notices: [/3 statements of the script ran/] },
    ],
  ];
  for (const [statistics, answer, expected] of cases) {
    const entries = [
      inserted(running),
      waited({ json: results(answer) }),
      looked({ json: job({ statistics }) }),
    ];
    await withConnection(entries, async (connection) => {
      t.match((await read(connection, 'UPDATE t SET n = 1 WHERE TRUE')).summary, expected);
    });
  }
});

await t.test('a cancel is answered while the job runs and confirmed by its end', (t) => {
  // DD jobs.cancel: the call returns at once; E server/handler.go
  const abort = new AbortController();
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const message = 'Job execution was cancelled: User requested cancellation';
  const entries = [
    inserted(running),
    waited(
      () => {
        abort.abort();
        return { json: results({ jobComplete: false }), after: () => stopped };
      },
      refused(400, 'stopped', message),
    ),
    cancelled(() => {
      stop();
      return { json: { kind: 'bigquery#jobCancelResponse', job: running.json } };
    }),
    looked({ json: failedJob('stopped', message) }),
  ];
  return withConnection(entries, async (connection) => {
    const error = await failure(read(connection, 'SELECT 1', { signal: abort.signal }));
    t.match(error, { kind: 'cancelled', outcome: 'failed' });
  });
});

await t.test('the schema of a user with permissions on datasets only', (t) => {
  // DD datasets.list; documentation of INFORMATION_SCHEMA: permissions are checked at the parent level
  const denied =
    'Access Denied: Table data-lab:region-eu.INFORMATION_SCHEMA.SCHEMATA: User does not have permission to query table';
  const texts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `f${String(index)}`, type: 'STRING' }));
  const dataset = (datasetId: string, location: string) => ({
    kind: 'bigquery#dataset',
    id: `data-lab:${datasetId}`,
    datasetReference: { datasetId, projectId: 'data-lab' },
    location,
  });
  const entries: ReplayEntry[] = [
    inserted(refused(403, 'accessDenied', denied), running, running),
    listed(
      'data-lab',
      {
        json: {
          kind: 'bigquery#datasetList',
          datasets: [dataset('sales', 'EU')],
          nextPageToken: 'b',
        },
      },
      { json: { kind: 'bigquery#datasetList', datasets: [dataset('us_sales', 'US')] } },
    ),
    waited(
      { json: results({ schema: { fields: texts(4) }, totalRows: '1' }) },
      { json: results({ schema: { fields: texts(6) }, totalRows: '1' }) },
    ),
    looked({ json: job() }, { json: job() }),
    paged(
      { json: results({ rows: [row('sales', 'orders', 'BASE TABLE', null)] }) },
      { json: results({ rows: [row('sales', 'orders', '1', 'id', 'STRING(20)', null)] }) },
    ),
  ];
  return withConnection(entries, async (connection) => {
    t.match(await connection.introspect(new AbortController().signal), {
      schemas: [
        {
          name: 'sales',
          tables: [{ name: 'orders', columns: [{ name: 'id', dataType: 'STRING(20)' }] }],
        },
      ],
    });
  });
});

await t.test('the error of the byte limit has the bytes that the statement would read', (t) => {
  // DD JobConfigurationQuery.maximumBytesBilled, Job.configuration.dryRun
  const message = 'Query exceeded limit for bytes billed: 1000000. 10485760 or higher required.';
  const entries = [
    inserted(refused(400, 'bytesBilledLimitExceeded', message)),
    dryRun({
      json: job({
        statistics: { totalBytesProcessed: '9000000', query: { statementType: 'SELECT' } },
      }),
    }),
  ];
  return withConnection(
    entries,
    async (connection) => {
      const error = await failure(read(connection, 'SELECT * FROM t'));
      t.match(error, { kind: 'limit', detail: /would read 9\.00 MB; the limit is 1\.00 MB/ });
    },
    { maximumBytesBilled: '1000000' },
  );
});

await t.test('warnings of a job are notices, also if it fails', async (t) => {
  // DD JobStatus.errors: "Errors here do not necessarily mean that the job has not completed"; errorResult is one of them
  const warning = (index: number): object => ({
    reason: 'invalid',
    location: 'query',
    message: `warning ${String(index)}`,
  });
  const warnings = Array.from({ length: 102 }, (_, index) => warning(index));
  const first = ['WARNING: warning 0', 'WARNING: warning 1'];
  const more = '2 more notices were not kept.';
  const error = { reason: 'invalidQuery', location: 'query', message: 'Division by zero' };
  const refusal = refused(400, error.reason, error.message);
  const failed = job({ status: { errorResult: error, errors: [error, ...warnings] } });
  await withConnection(
    [inserted(running), waited(refusal), looked({ json: failed })],
    async (c) => {
      const { title, notices } = await failure(read(c, 'SELECT 1 / 0'));
      t.equal(title, error.message);
      t.strictSame([...notices.slice(0, 2), notices[100], notices.length], [...first, more, 101]);
    },
  );
  const done = job({
    status: { errors: warnings },
    statistics: { query: { statementType: 'UPDATE' } },
  });
  const entries = [inserted(running), waited({ json: results({}) }), looked({ json: done })];
  await withConnection(entries, async (connection) => {
    const { notices } = (await read(connection, 'UPDATE t SET n = 1 WHERE TRUE')).summary;
    t.strictSame([...notices.slice(0, 2), notices[100], notices.length], [...first, more, 101]);
  });
});

await t.test('an error without a message fails the statement with a readable title', async (t) => {
  // Assumed: no recorded answer of the official clients has an error without a message.
  const title = 'The database reported an error without a message';
  const results200 = { json: results({}) };
  for (const errorResult of [{}, { message: '' }, { reason: '', message: ' ' }, 'broken']) {
    const failed = job({ status: { errorResult, errors: [] } });
    const entries = [inserted(running), waited(results200), looked({ json: failed })];
    await withConnection(entries, async (connection) => {
      const error = await failure(read(connection, 'SELECT 1'));
      t.match(error, { kind: 'sql', outcome: 'failed', title }, JSON.stringify(errorResult));
    });
  }
  const bodies = ['', '{}', '{"error":{"message":"","errors":[]}}', '{"error":null}', 'null'];
  for (const bytes of bodies) {
    await withConnection([inserted({ status: 400, bytes })], async (connection) => {
      const error = await failure(read(connection, 'SELECT 1'));
      t.match(error, { outcome: 'failed', title: 'The service responded with status 400' }, bytes);
    });
  }
});
