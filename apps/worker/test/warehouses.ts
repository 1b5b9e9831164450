import { startBigQueryServer, startSnowflakeServer } from '@sluice/testkit';

/** A server on which statements survive their client, as these tests use it. */
export interface Warehouse {
  driver: string;
  config: Record<string, unknown>;
  /** Creates a temporary table with the number 1. */
  prepare: string[];
  /** Runs until it is released; returns one row. */
  slow: string;
  /** Reads the temporary table. */
  read: string;
  running(): number;
  release(): void;
  /** Expires the tokens issued so far. Absent if each request has its own. */
  expireTokens?(): void;
  /** How often this text was submitted. */
  submissions(sql: string): number;
  /** How often a cancel was requested. */
  cancels(): number;
  /** Number of open sessions. */
  sessions(): number;
  stop(): Promise<void>;
}

/** Each kind, over the protocol's local server. */
export const warehouses: Record<string, () => Promise<Warehouse>> = {
  snowflake: async () => {
    const server = await startSnowflakeServer({ holdMs: 200 });
    const slow = 'call system$wait(60)';
    return {
      driver: 'snowflake',
      config: server.config,
      prepare: ['create temporary table kept (n int)', 'insert into kept values (1)'],
      slow,
      read: 'select * from kept',
      running: () => server.running(),
      release: () => {
        server.release();
      },
      expireTokens: () => {
        server.expireTokens();
      },
      submissions: (sql) =>
        server
          .requestsTo('/queries/v1/query-request')
          .filter(({ body }) => String(body['sqlText']).startsWith(sql)).length,
      cancels: () =>
        server.requestsTo('/queries/').filter(({ path }) => path.endsWith('/abort-request')).length,
      sessions: () => server.sessions(),
      stop: () => server.stop(),
    };
  },
  bigquery: async () => {
    const server = await startBigQueryServer();
    const submitted = (sql: string): boolean[] =>
      server.requests
        .filter(({ method, path }) => method === 'POST' && path.endsWith('/jobs'))
        .map(({ body }) => body as SubmittedJob)
        .filter(({ configuration }) => configuration.dryRun !== true)
        .map(({ configuration }) => configuration.query.query.startsWith(sql))
        .filter(Boolean);
    return {
      driver: 'bigquery',
      config: server.config,
      prepare: ['CREATE TEMP TABLE kept (n INT64)', 'INSERT INTO kept VALUES (1)'],
      slow: 'SELECT slow(1)',
      read: 'SELECT * FROM kept',
      running: () => server.running(),
      release: () => {
        server.release();
      },
      submissions: (sql) => submitted(sql).length,
      cancels: () => server.requests.filter(({ path }) => path.endsWith('/cancel')).length,
      sessions: () => server.sessions().length,
      stop: () => server.stop(),
    };
  },
};

/** The part of a job's insertion that matters here. */
interface SubmittedJob {
  configuration: { dryRun?: boolean; query: { query: string } };
}
