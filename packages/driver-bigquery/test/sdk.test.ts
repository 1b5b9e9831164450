import { BigQuery, type Job } from '@google-cloud/bigquery';
import { resultOf, startBigQueryServer, type BigQueryServer } from '@sluice/testkit';
import t, { type Test } from 'tap';

t.setTimeout(60_000);

const fields = [
  { name: 'n', type: 'INTEGER' },
  { name: 'f', type: 'FLOAT' },
  { name: 'd', type: 'NUMERIC' },
  { name: 'b', type: 'BOOLEAN' },
  { name: 'at', type: 'TIMESTAMP', timestampPrecision: '12' },
  { name: 'period', type: 'RANGE', rangeElementType: { type: 'TIMESTAMP' } },
  { name: 'bytes', type: 'BYTES' },
  { name: 'list', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'x', type: 'DATE' }] },
];
const at = '2023-01-01T12:00:00.123456789123Z';

const server = await startBigQueryServer({
  pageRows: 1000,
  datasets: { 'sluice-test': ['a', 'b', 'c'].map((id) => ({ id })) },
  scripts: [
    {
      pattern: /^SELECT types$/,
      run: () => ({
        statementType: 'SELECT',
        bytesProcessed: 12,
        result: resultOf(fields, [
          [
            ...['7', '0.5', '1.50', 'true', at, `[${at}, UNBOUNDED)`, 'AP8K'],
            [{ v: { f: [{ v: '2024-02-29' }] } }],
          ],
        ]),
      }),
    },
    {
      pattern: /^SELECT denied$/,
      run: () => ({
        statementType: 'SELECT',
        failure: { reason: 'accessDenied', message: 'Access Denied: Table p:d.t' },
      }),
    },
    { pattern: /^SELECT @\w+$/, run: () => ({ statementType: 'SELECT' }) },
  ],
});
t.teardown(() => server.stop());
const bigquery = await clientOf(server);
const series = (n: number): string => `SELECT n FROM UNNEST(GENERATE_ARRAY(1, ${String(n)})) n`;

/** Returns the official client for a server. It would request tokens only from Google. */
async function clientOf({ config }: BigQueryServer): Promise<BigQuery> {
  const { project = '', apiEndpoint = '', serviceAccountKey = '' } = config;
  const credentials = JSON.parse(serviceAccountKey) as Record<
    'type' | 'client_email' | 'private_key' | 'token_uri',
    string
  >;
  // oxlint-disable-next-line typescript/no-deprecated -- the key is this server's own.
  const client = new BigQuery({ projectId: project, apiEndpoint, credentials, location: 'EU' });
  const signedIn = await client.authClient.getClient();
  Object.assign(signedIn.transporter.defaults, {
    fetchImplementation: (_url: unknown, init: RequestInit) => fetch(credentials.token_uri, init),
  });
  return client;
}

/** The endpoint of one server with the key of another. */
const endpointOf = ({ config }: BigQueryServer) => ({
  apiEndpoint: config['apiEndpoint'] ?? '',
  serviceAccountKey: JSON.stringify({
    ...(JSON.parse(server.config['serviceAccountKey'] ?? '') as object),
    token_uri: `${config['apiEndpoint'] ?? ''}/token`,
  }),
});

/** Returns the status and the first reason of the error of a call. */
async function refusal(call: Promise<unknown>): Promise<[unknown, unknown, string]> {
  try {
    await call;
  } catch (error) {
    const { code, errors, message } = error as Error & {
      code?: number;
      errors?: { reason?: string }[];
    };
    return [code, errors?.[0]?.reason, message];
  }
  throw new Error('The call did not fail');
}

/** Returns the rows of a query in JSON, in which the client's classes are objects. */
const rowsIn = async (call: Promise<unknown[]>): Promise<unknown> => {
  const [rows] = await call;
  return JSON.parse(JSON.stringify(rows));
};

await t.test('the official client reads all rows of a query over its pages', async (t) => {
  const [rows] = await bigquery.query(series(2500));
  t.strictSame([rows.length, rows.at(-1)], [2500, { n: 2500 }]);
  const [job] = await bigquery.createQueryJob({ query: series(2500) });
  const [again] = await job.getQueryResults();
  t.equal(again.length, 2500);
  const [page, next, answer] = await job.getQueryResults({ autoPaginate: false, maxResults: 10 });
  t.equal(page.length, 10);
  t.match(next, { pageToken: '10' });
  t.match(answer, { totalRows: '2500', jobComplete: true, schema: { fields: [{ name: 'n' }] } });
});

await t.test('the official client reads the types, with the digits that it asks for', async (t) => {
  const row = (moment: string) => ({
    ...{ n: 7, f: 0.5, d: '1.5', b: true, at: { value: moment } },
    period: { start: { value: moment }, end: null, elementType: 'TIMESTAMP' },
    bytes: { type: 'Buffer', data: [0, 255, 10] },
    list: [{ x: { value: '2024-02-29' } }],
  });
  const cut = '2023-01-01T12:00:00.123456000Z';
  t.match(await rowsIn(bigquery.query('SELECT types')), [row(cut)]);
  const iso = { 'formatOptions.timestampOutputFormat': 'ISO8601_STRING' } as const;
  t.match(await rowsIn(bigquery.query({ query: 'SELECT types' }, iso)), [row(at)]);
  const both = { ...iso, 'formatOptions.useInt64Timestamp': true };
  t.strictSame(await refusal(bigquery.query({ query: 'SELECT types' }, both)), [
    400,
    'invalid',
    'Cannot specify both use_int64_timestamp and timestamp_output_format.',
  ]);
  const double = { 'formatOptions.timestampOutputFormat': 'FLOAT64' } as const;
  t.match(await rowsIn(bigquery.query({ query: 'SELECT types' }, double)), [
    { at: { value: /^2023-01-01T12:00:00\.123/ } },
  ]);
});

await t.test('the official client sees the codes and reasons of errors', async (t) => {
  const code = async (call: Promise<unknown>) => (await refusal(call)).slice(0, 2);
  t.strictSame(await code(bigquery.query('nonsense')), [400, 'invalidQuery']);
  t.strictSame(await code(bigquery.query('SELECT denied')), [403, 'accessDenied']);
  t.strictSame(await code(bigquery.job('missing').getMetadata()), [404, 'notFound']);
  const job = { query: 'SELECT 1', jobId: 'twice' };
  await bigquery.createQueryJob(job);
  t.strictSame(await code(bigquery.createQueryJob(job)), [409, 'duplicate']);
  t.strictSame(await code(bigquery.dataset('missing').getMetadata()), [404, 'notFound']);
  const labels = { Upper: 'case' };
  t.strictSame(await code(bigquery.query({ query: 'SELECT 1', labels })), [400, 'invalid']);
  const elsewhere = { query: 'SELECT 1', location: 'Atlantis' };
  t.strictSame(await code(bigquery.createQueryJob(elsewhere)), [400, 'invalid']);
  const bad = { query: 'SELECT @n', params: { n: 'none' }, types: { n: 'INT64' } };
  t.strictSame(await code(bigquery.query(bad)), [400, 'invalidQuery']);
  t.strictSame(await rowsIn(bigquery.query({ ...bad, params: { n: '7' } })), []);
});

await t.test('the official client is refused without a valid token', async (t) => {
  const other = await startBigQueryServer();
  const client = await clientOf(other);
  t.equal((await client.query('SELECT 1'))[0].length, 1);
  other.revokeTokens();
  t.strictSame((await refusal(client.query('SELECT 1'))).slice(0, 2), [401, 'authError']);
  const wrong = await clientOf({ ...other, config: { ...server.config, ...endpointOf(other) } });
  t.match((await refusal(wrong.query('SELECT 1')))[2], /invalid_grant/);
  await other.stop();
});

await t.test('the official client cancels a job that still runs when it is answered', async (t) => {
  const [job] = await bigquery.createQueryJob({ query: 'SELECT slow()' });
  t.match(job.metadata, { status: { state: 'PENDING' } });
  t.strictSame(await states(t, job), ['PENDING', 'RUNNING']);
  const [answer] = await job.cancel();
  t.match(answer, { kind: 'bigquery#jobCancelResponse', job: { status: { state: 'RUNNING' } } });
  const [metadata] = (await job.getMetadata()) as unknown[];
  t.match(metadata, { status: { state: 'DONE', errorResult: { reason: 'stopped' } } });
});

/** Returns the states of a job that two requests find. */
async function states(t: Test, job: Job): Promise<string[]> {
  const found: string[] = [];
  for (let look = 0; look < 2; look++) {
    const [metadata] = (await job.getMetadata()) as unknown[];
    const { status, statistics } = metadata as {
      status: { state: string };
      statistics: { creationTime: string; startTime?: string };
    };
    t.match(statistics.creationTime, /^\d{13}$/);
    t.equal(statistics.startTime !== undefined, status.state !== 'PENDING');
    found.push(status.state);
  }
  return found;
}

await t.test('the official client reads statistics, dry runs, sessions and lists', async (t) => {
  const [job] = await bigquery.createQueryJob({ query: 'SELECT types', createSession: true });
  await job.getQueryResults();
  const [metadata] = (await job.getMetadata()) as unknown[];
  t.match(metadata, {
    configuration: { jobType: 'QUERY' },
    status: { state: 'DONE' },
    statistics: {
      creationTime: /^\d{13}$/,
      endTime: /^\d{13}$/,
      totalBytesProcessed: '12',
      sessionInfo: { sessionId: /^session-/ },
      query: { statementType: 'SELECT', totalBytesProcessed: '12', cacheHit: false },
    },
  });
  const [dry] = await bigquery.createQueryJob({ query: 'SELECT types', dryRun: true });
  t.match(dry.metadata, { status: { state: 'DONE' }, statistics: { totalBytesProcessed: '12' } });
  const [jobs] = await bigquery.getJobs();
  t.equal(jobs.length, server.jobs.size);
  t.match(jobs[0]?.metadata, { state: 'DONE', statistics: { creationTime: /^\d{13}$/ } });
  const [first, next] = await bigquery.getDatasets({ maxResults: 2, autoPaginate: false });
  const [rest] = await bigquery.getDatasets(next ?? {});
  t.strictSame(
    [...first, ...rest].map(({ id }) => id),
    ['a', 'b', 'c'],
  );
});
