import { type Handover, type RunOptions } from '@sluice/driver-kit';
import { bigqueryDriver as driver } from '@sluice/driver-bigquery';
import { startBigQueryServer, type BigQueryRequest, type Script } from '@sluice/testkit';
import type { Test } from 'tap';
import { sessionsOf } from '@sluice/driver-testkit/sessions';

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

/** What a job was asked to do. */
interface SentQuery {
  query: string;
  createSession?: boolean;
  connectionProperties?: unknown;
}

/** A local server that speaks BigQuery's protocol, for one test file; it forgets between two tests. */
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
    /** What was sent to be run, dry runs left out. */
    sent: (): SentQuery[] =>
      server.requests
        .filter(isInsert)
        .map(({ body }) => configurationOf(body)['query'] as SentQuery),
  };
}

/** A query of `n` rows. */
export const series = (n: number): string =>
  `SELECT n FROM UNNEST(GENERATE_ARRAY(1, ${String(n)})) n`;

export const isInsert = ({ method, path, body }: BigQueryRequest): boolean =>
  method === 'POST' && path.endsWith('/jobs') && configurationOf(body)['dryRun'] !== true;
export const isResults = ({ path }: BigQueryRequest): boolean => path.includes('/queries/');
export const isPage = (request: BigQueryRequest): boolean =>
  isResults(request) && request.query['maxResults'] !== '0';
export const isCancel = ({ path }: BigQueryRequest): boolean => path.endsWith('/cancel');

/** What a request to insert a job configures. */
export function configurationOf(body: unknown): Record<string, unknown> {
  const { configuration } = body as { configuration?: Record<string, unknown> };
  return configuration ?? {};
}

/** Keeps every handover that is told. */
export function handoversOf(): { told: Handover[]; onHandover: RunOptions['onHandover'] } {
  const told: Handover[] = [];
  return {
    told,
    onHandover: (handover) => {
      told.push(handover);
      return Promise.resolve();
    },
  };
}
