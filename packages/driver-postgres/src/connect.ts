import type { SessionOptions } from '@sluice/driver-kit';
import { establish } from '@sluice/driver-kit/connect/establish';
import { refusalCodes } from './errors.js';
import { exchange, type QueryResponse } from './exchange.js';
import { startFormat } from './handle.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';

/** Output formats that the encoders expect, independent of the defaults of the server and the role. */
const FORMATS = [
  'SET IntervalStyle TO iso_8601',
  'SET bytea_output TO hex',
  'SET extra_float_digits TO 3',
];

/** Maximum timeout that the server accepts: 24 days. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Opens a session and sets it up in one more round trip. @throws DriverError outcome `not_run` */
export const open = (settings: Settings, options: SessionOptions): Promise<Started> =>
  establish(options, {
    refusalCodes,
    host: settings.host,
    start: (startOptions) => start(settings, startOptions),
    setUp: async (started) => {
      await setUp(started, settings, options);
      return started;
    },
  });

/** A setup query. Queries that may fail run separately. */
interface StartQuery {
  sql: string;
  mayFail?: boolean;
}

function startQueries({ socket }: Started, options: SessionOptions): StartQuery[] {
  const { readOnly, statementTimeoutMs } = options;
  const version = Number.parseInt(socket.parameters.get('server_version') ?? '', 10);
  const settings = [...FORMATS];
  if (readOnly) settings.push('SET default_transaction_read_only TO on');
  if (statementTimeoutMs != null) {
    settings.push(
      `SET statement_timeout TO ${String(Math.min(statementTimeoutMs, MAX_TIMEOUT_MS))}`,
    );
  }
  // Unsupported on some platforms. It ends a query whose worker has died.
  const check = { sql: 'SET client_connection_check_interval TO 500', mayFail: true };
  return [{ sql: settings.join('; ') }, ...(version >= 14 ? [check] : [])];
}

/** Pids are reused: with the start time of its process a session is unique. */
const identityQuery: StartQuery = {
  sql: `select pid, pg_catalog.to_char(backend_start at time zone 'UTC', '${startFormat}')
    from pg_catalog.pg_stat_get_activity(pg_catalog.pg_backend_pid())`,
  mayFail: true,
};

async function runAll({ socket }: Started, queries: StartQuery[]): Promise<QueryResponse[]> {
  const responses = await exchange(
    socket,
    queries.map(({ sql }) => sql),
  );
  for (const [index, { error }] of responses.entries()) {
    if (error && queries[index]?.mayFail !== true) throw error;
  }
  return responses;
}

async function setUp(started: Started, settings: Settings, options: SessionOptions): Promise<void> {
  const { preQueryStatements: sql } = settings;
  const [identity] = await runAll(started, [
    identityQuery,
    ...startQueries(started, options),
    ...(sql === '' ? [] : [{ sql }]),
  ]);
  const [pid, backendStart] = identity?.rows[0] ?? [];
  // A pooler reports its own pid, which does not identify the backend.
  if (pid === String(started.processId)) started.backendStart = backendStart ?? null;
}

/**
 * Resets an idle session. Returns false if the connection has statements to run first: their effect is unknown.
 * @throws DriverError if the server refuses or the session is lost
 */
export async function reset(
  started: Started,
  settings: Settings,
  options: SessionOptions,
): Promise<boolean> {
  if (settings.preQueryStatements !== '') return false;
  await runAll(started, [{ sql: 'DISCARD ALL' }, ...startQueries(started, options)]);
  return true;
}
