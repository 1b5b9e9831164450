import { bigqueryDriver as driver } from '@sluice/driver-bigquery';
import type { ConnectionConfig, DriverConnection } from '@sluice/driver-kit';
import { sessionOptions } from '@sluice/driver-testkit/contract';
import {
  withReplay,
  type ReplayAnswer,
  type ReplayEntry,
  type ReplayRequest,
  type ReplayServer,
} from '@sluice/testkit';
import { generateKeyPairSync } from 'node:crypto';

// Answers written field for field after those in the tests of the official clients and after the discovery
// document. The letters in comments name the sources:
//   PB googleapis/python-bigquery 24d45d0d
//   NB googleapis/nodejs-bigquery c61c15d2
//   E  goccy/bigquery-emulator cb8555b
//   DD discovery document of BigQuery, revision 20250928 (in E)

const PROJECT = 'data-lab';
const base = `/bigquery/v2/projects/${PROJECT}`;
const anyJob = 'sluice_[0-9a-f-]{36}';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

const configFor = ({ url }: ReplayServer): ConnectionConfig => ({
  project: PROJECT,
  location: 'EU',
  apiEndpoint: url,
  serviceAccountKey: JSON.stringify({
    type: 'service_account',
    client_email: 'reader@data-lab.iam.gserviceaccount.com',
    private_key: privateKey,
    token_uri: `${url}/token`,
  }),
});

const isDryRun = ({ text }: ReplayRequest): boolean => text.includes('"dryRun":true');

/** DD Job, JobReference, JobStatistics; PB tests/unit/job/helpers.py. */
export const job = (more: { status?: object; statistics?: object } = {}): object => ({
  kind: 'bigquery#job',
  etag: '"9VpkVJcZ8n1eQK0b1lTf2A=="',
  id: `${PROJECT}:EU.sluice_1`,
  selfLink: `https://bigquery.googleapis.com${base}/jobs/sluice_1?location=EU`,
  user_email: 'reader@data-lab.iam.gserviceaccount.com',
  configuration: {
    jobType: 'QUERY',
    query: { query: 'SELECT 1', useLegacySql: false, priority: 'INTERACTIVE' },
  },
  jobReference: { projectId: PROJECT, jobId: 'sluice_1', location: 'EU' },
  statistics: {
    creationTime: '1764559000000',
    startTime: '1764559000100',
    endTime: '1764559000900',
    totalBytesProcessed: '0',
    totalSlotMs: '12',
    query: { statementType: 'SELECT', totalBytesProcessed: '0', cacheHit: false },
    ...more.statistics,
  },
  status: { state: 'DONE', ...more.status },
  jobCreationReason: { code: 'REQUESTED' },
});

/** A job that runs. */
export const running = { json: job({ status: { state: 'RUNNING' } }) };

/** A job that failed. */
export const failedJob = (reason: string, message: string): object => {
  const error = { reason, location: 'query', message };
  return job({ status: { errorResult: error, errors: [error] } });
};

/** An error of the REST API: PB tests/unit/test_client.py; E types/error.go. */
export const refused = (status: number, reason: string, message: string): ReplayAnswer => ({
  status,
  json: {
    error: {
      code: status,
      message,
      errors: [{ message, domain: 'global', reason, location: 'q', locationType: 'parameter' }],
      status: 'INVALID_ARGUMENT',
    },
  },
});

/** DD GetQueryResultsResponse; PB tests/unit/job/test_query.py. */
export const results = (more: object): object => ({
  kind: 'bigquery#getQueryResultsResponse',
  etag: '"c3RlcA=="',
  jobReference: { projectId: PROJECT, jobId: 'sluice_1', location: 'EU' },
  jobComplete: true,
  cacheHit: false,
  totalBytesProcessed: '0',
  ...more,
});

/** A column of integers. */
export const n = { name: 'n', type: 'INTEGER', mode: 'NULLABLE' };

export const row = (...values: unknown[]): object => ({ f: values.map((v) => ({ v })) });

/** The requests that wait for a job, and those that read its rows. */
export const isWait = ({ query }: ReplayRequest): boolean => query['maxResults'] === '0';

const entry = (
  method: string,
  path: RegExp | string,
  answers: ReplayEntry['answers'],
  when: NonNullable<ReplayEntry['when']> = () => true,
): ReplayEntry => ({ method, path, answers, when });

const jobPath = new RegExp(`^${base}/jobs/${anyJob}$`);
const resultsPath = new RegExp(`^${base}/queries/${anyJob}$`);
type Answers = ReplayEntry['answers'];

export const inserted = (...answers: Answers): ReplayEntry =>
  entry('POST', `${base}/jobs`, answers, (request) => !isDryRun(request));
export const dryRun = (...answers: Answers): ReplayEntry =>
  entry('POST', `${base}/jobs`, answers, isDryRun);
export const waited = (...answers: Answers): ReplayEntry =>
  entry('GET', resultsPath, answers, isWait);
export const paged = (...answers: Answers): ReplayEntry =>
  entry('GET', resultsPath, answers, (request) => !isWait(request));
export const looked = (...answers: Answers): ReplayEntry => entry('GET', jobPath, answers);
export const cancelled = (...answers: Answers): ReplayEntry =>
  entry('POST', new RegExp(`^${base}/jobs/${anyJob}/cancel$`), answers);
export const listed = (project: string, ...answers: Answers): ReplayEntry =>
  entry('GET', `/bigquery/v2/projects/${project}/datasets`, answers);

/** A token, and the dry run of the connect. */
const connecting: ReplayEntry[] = [
  entry('POST', '/token', [
    { json: { access_token: 'ya29.token', expires_in: 3599, token_type: 'Bearer' } },
  ]),
  dryRun({ json: job() }),
];

/** A statement that succeeds with these fields and pages of rows. */
export function succeeded(
  fields: readonly object[],
  pages: readonly object[],
  statistics: object = {},
): ReplayEntry[] {
  const schema = { fields };
  const totalRows = String(
    pages.reduce<number>((sum, page) => sum + ('rows' in page ? (page.rows as []).length : 0), 0),
  );
  return [
    inserted(running),
    waited({ json: results({ schema, totalRows }) }),
    looked({ json: job({ statistics }) }),
    paged(...pages.map((page) => ({ json: results({ schema, totalRows, ...page }) }))),
  ];
}

/** Connects to a replay server with these entries and the ones of the connect. */
export const withConnection = (
  entries: readonly ReplayEntry[],
  use: (connection: DriverConnection, server: ReplayServer) => Promise<void>,
  more: ConnectionConfig = {},
): Promise<void> =>
  withReplay([...connecting, ...entries], async (server) => {
    const connection = await driver.connect({ ...configFor(server), ...more }, sessionOptions());
    try {
      await use(connection, server);
    } finally {
      await connection.close();
    }
  });
