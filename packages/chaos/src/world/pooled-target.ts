import { startPgbouncer } from '@sluice/testkit';
import pg from 'pg';

/** A transaction pooler between the workers and the target database. */
export interface PooledTarget {
  /** Returns the URL of a database of the target server through the pooler. */
  url(targetUrl: string): string;
  /** Starts another client of the pool that the run must not disturb. */
  startNeighbour(targetUrl: string): Promise<PoolNeighbour>;
  stop(): Promise<void>;
}

/** Another client of the pool: it writes, and compares what it finds on each server connection. */
export interface PoolNeighbour {
  /** Ends it and returns what it saw. */
  stop(): Promise<NeighbourLog>;
}

/** Observations of a {@link PoolNeighbour}. */
export interface NeighbourLog {
  /** A description of each transaction whose settings differed; null where they did not. */
  settings: (string | null)[];
  /** The error of each transaction; null where it succeeded. */
  work: (string | null)[];
}

/** Fewer server connections than batches that run at the same time, so that all clients share them. */
const POOL_SIZE = 12;

/** Starts pgbouncer in transaction mode in front of the server with this URL. */
export async function startPooledTarget(serverUrl: string): Promise<PooledTarget> {
  const { port, username, password } = new URL(serverUrl);
  const pooler = await startPgbouncer({
    serverPort: Number(port),
    mode: 'transaction',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    poolSize: POOL_SIZE,
  });
  const url = (targetUrl: string): string => {
    const pooled = new URL(targetUrl);
    pooled.port = String(pooler.port);
    return pooled.href;
  };
  return {
    url,
    startNeighbour: (targetUrl) => startNeighbour(targetUrl, url(targetUrl)),
    stop: () => pooler.stop(),
  };
}

/** All that a client can leave on a server connection. PL/pgSQL adds its settings when it is loaded. */
const foundSql = `
  select json_build_object(
    'settings', (select json_object_agg(name, setting order by name) from pg_settings
      where name not like 'plpgsql.%'),
    'user', current_user, 'statements', (select count(*) from pg_prepared_statements),
    'temporary', (select count(*) from pg_class where relpersistence = 't'),
    'channels', (select count(*) from pg_listening_channels()))::text as found`;

async function startNeighbour(targetUrl: string, pooledUrl: string): Promise<PoolNeighbour> {
  const before = await onNewSession(targetUrl, async (client) => {
    await client.query('create table neighbour (at timestamptz)');
    return found(client);
  });
  const log: NeighbourLog = { settings: [], work: [] };
  let isStopping = false;
  const work = (async () => {
    while (!isStopping) await observe(pooledUrl, before, log);
  })();
  return {
    stop: async () => {
      isStopping = true;
      await work;
      return log;
    },
  };
}

/** A session with several transactions: each may get another server connection. */
async function observe(url: string, before: string, log: NeighbourLog): Promise<void> {
  try {
    await onNewSession(url, async (client) => {
      for (let transaction = 0; transaction < 10; transaction++) {
        log.settings.push(difference(before, await found(client)));
        await client.query('insert into neighbour select now() from pg_sleep(0.02)');
        log.work.push(null);
      }
    });
  } catch (error) {
    log.work.push(String(error));
  }
}

const found = async (client: pg.Client): Promise<string> =>
  (await client.query<{ found: string }>(foundSql)).rows[0]?.found ?? '';

/** Returns the settings that differ, as text. */
function difference(before: string, now: string): string | null {
  if (before === now) return null;
  const lines = (text: string): string[] => text.split(/,\s*(?=")/);
  const known = new Set(lines(before));
  return lines(now)
    .filter((line) => !known.has(line))
    .join(', ');
}

async function onNewSession<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  // A lost connection also fails the running query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
