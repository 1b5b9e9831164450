import { startSnowflakeServer } from '@sluice/testkit';

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
};
