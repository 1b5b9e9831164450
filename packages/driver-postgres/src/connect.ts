import type { SessionOptions } from '@sluice/driver-kit';
import { establish } from '@sluice/driver-kit/connect/establish';
import { refusalCodes } from './errors.js';
import { exchange, type Answer } from './exchange.js';
import { startFormat } from './handle.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';

/** How values are written: what the encoders read, whatever the server's or the role's defaults are. */
const FORMATS = [
  'SET IntervalStyle TO iso_8601',
  'SET bytea_output TO hex',
  'SET extra_float_digits TO 3',
];

/** The longest time-out that the server takes: 24 days. */
const MOST_MS = 2 ** 31 - 1;

/** Opens a session and sets it up, in one round trip more. @throws DriverError outcome `not_run` */
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

/** Queries of our own at the start of a session; who may fail alone stands alone. */
interface StartQuery {
  sql: string;
  mayFail?: boolean;
}

function startQueries({ wire }: Started, options: SessionOptions): StartQuery[] {
  const { readOnly, statementTimeoutMs } = options;
  const version = Number.parseInt(wire.parameters.get('server_version') ?? '', 10);
  const settings = [...FORMATS];
  if (readOnly) settings.push('SET default_transaction_read_only TO on');
  if (statementTimeoutMs != null) {
    settings.push(`SET statement_timeout TO ${String(Math.min(statementTimeoutMs, MOST_MS))}`);
  }
  // Some platforms refuse it. It stops a query whose worker has died.
  const check = { sql: 'SET client_connection_check_interval TO 500', mayFail: true };
  return [{ sql: settings.join('; ') }, ...(version >= 14 ? [check] : [])];
}

/** Pids come again: with the start of its process a session cannot be confused with a later one. */
const identityQuery: StartQuery = {
  sql: `select pid, pg_catalog.to_char(backend_start at time zone 'UTC', '${startFormat}')
    from pg_catalog.pg_stat_get_activity(pg_catalog.pg_backend_pid())`,
  mayFail: true,
};

async function runAll({ wire }: Started, queries: StartQuery[]): Promise<Answer[]> {
  const answers = await exchange(
    wire,
    queries.map(({ sql }) => sql),
  );
  for (const [index, { error }] of answers.entries()) {
    if (error && queries[index]?.mayFail !== true) throw error;
  }
  return answers;
}

async function setUp(started: Started, settings: Settings, options: SessionOptions): Promise<void> {
  const { preQueryStatements: sql } = settings;
  const [identity] = await runAll(started, [
    identityQuery,
    ...startQueries(started, options),
    ...(sql === '' ? [] : [{ sql }]),
  ]);
  const [pid, backendStart] = identity?.rows[0] ?? [];
  // A pooler answers with a pid of its own, which names nothing in the server behind it.
  if (pid === String(started.processId)) started.backendStart = backendStart ?? null;
}

/**
 * Undoes what statements did to an idle session. False when it has statements of its own at its start:
 * what those do is not known. @throws DriverError when the server refuses or is gone
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
