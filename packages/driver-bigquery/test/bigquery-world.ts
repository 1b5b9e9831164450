import { type Handover, type RunOptions } from '@sluice/driver-kit';
import { bigqueryDriver as driver } from '@sluice/driver-bigquery';
import { resultOf, startBigQueryServer, type BigQueryRequest, type Script } from '@sluice/testkit';
import type { Test } from 'tap';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

const scripts: Script[] = [
  { pattern: /@p\d/, run: () => ({ statementType: 'SELECT' }) },
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
    // A job that fails for a reason for which a request would be sent again.
    pattern: /^UPDATE (\w+) SET n = 1 WHERE TRUE$/,
    run: ([, reason = '']) => ({
      statementType: 'UPDATE',
      failure: { reason, message: 'Exceeded rate limits: too many table update operations' },
    }),
  },
  {
    pattern: /^SELECT \* FROM sheet$/,
    run: () => ({
      statementType: 'SELECT',
      readsDrive: true,
      result: resultOf([{ name: 'a', type: 'STRING' }], [['A1']]),
    }),
  },
  {
    pattern: /^SELECT deaf$/,
    run: () => ({ statementType: 'SELECT', isSlow: true, ignoresCancel: true }),
  },
];

/** Query configuration of a job. */
interface SentQuery {
  query: string;
  parameterMode?: string;
  queryParameters?: unknown;
  createSession?: boolean;
  connectionProperties?: unknown;
}

/** Starts a fake BigQuery server for one test file. It resets before each test. */
export async function openBigQuery(t: Test) {
  const server = await startBigQueryServer({ scripts, pageRows: 1000 });
  t.teardown(() => server.stop());
  t.beforeEach(() => {
    server.requests.length = 0;
    server.faults.clear();
  });
  return {
    driver,
    server,
    ...sessionsOf(driver, server.config),
    /** Returns the queries that were run, without dry runs. */
    sent: (): SentQuery[] =>
      server.requests
        .filter(isInsert)
        .map(({ body }) => configurationOf(body)['query'] as SentQuery),
  };
}

/** Returns a query of `n` rows. */
export const series = (n: number): string =>
  `SELECT n FROM UNNEST(GENERATE_ARRAY(1, ${String(n)})) n`;

export const isInsert = ({ method, path, body }: BigQueryRequest): boolean =>
  method === 'POST' && path.endsWith('/jobs') && configurationOf(body)['dryRun'] !== true;
export const isResults = ({ path }: BigQueryRequest): boolean => path.includes('/queries/');
export const isPage = (request: BigQueryRequest): boolean =>
  isResults(request) && request.query['maxResults'] !== '0';
export const isGet = ({ method, path }: BigQueryRequest): boolean =>
  method === 'GET' && path.includes('/jobs/');
export const isCancel = ({ path }: BigQueryRequest): boolean => path.endsWith('/cancel');

/** Returns the configuration of a request that inserts a job. */
export function configurationOf(body: unknown): Record<string, unknown> {
  const { configuration } = body as { configuration?: Record<string, unknown> };
  return configuration ?? {};
}

/** Records every handover. */
export function recordHandovers(): { handovers: Handover[]; onHandover: RunOptions['onHandover'] } {
  const handovers: Handover[] = [];
  return {
    handovers,
    onHandover: (handover) => {
      handovers.push(handover);
      return Promise.resolve();
    },
  };
}
