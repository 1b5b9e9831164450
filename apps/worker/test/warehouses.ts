import { startBigQueryServer, startSnowflakeServer } from '@sluice/testkit';

/** A server on which statements live on without their client, as far as these tests look at it. */
export interface Warehouse {
  driver: string;
  config: Record<string, unknown>;
  /** Makes a temporary table and puts the number 1 into it. */
  prepare: string[];
  /** Runs until it is released; gives one row. */
  slow: string;
  /** Reads the temporary table. */
  read: string;
  running(): number;
  release(): void;
  /** Tokens that were given so far hold no longer. Absent where each request has one of its own. */
  expireTokens?(): void;
  /** How often this text was submitted. */
  submissions(sql: string): number;
  /** How often somebody asked for a statement to be cancelled. */
  cancels(): number;
  /** Sessions that are open. */
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

/** What of a job's insertion matters here. */
interface SubmittedJob {
  configuration: { dryRun?: boolean; query: { query: string } };
}
