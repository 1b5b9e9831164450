import { splitStatements } from '@sluice/sql';
import type { SessionOptions } from '@sluice/driver-kit';
import { establish } from '@sluice/driver-kit/connect/establish';
import { refusalCodes, refusedAsEmpty, ServerError } from './errors.js';
import { command, exchange } from './exchange.js';
import { identify, type Identity } from './handle.js';
import type { MysqlSocket } from './mysql-socket.js';
import { resetSession, useDatabase } from './protocol.js';
import { enterReadOnly } from './read-only.js';
import { setUtf8, trackedVariables } from './session-variables.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';

/** Maximum timeout that MySQL accepts, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 32 - 1;

/** A session after its setup. */
export interface Opened extends Started {
  /** Null if the server does not report it. */
  identity: Identity | null;
}

/** Opens a session and sets it up. @throws DriverError outcome `not_run` */
export const open = (settings: Settings, options: SessionOptions): Promise<Opened> =>
  establish(options, {
    refusalCodes,
    host: settings.host,
    start: (startOptions) => start(settings, startOptions),
    setUp: async (started) => {
      await setUp(started, options);
      const identity = await identify(started);
      for (const { text } of splitStatements(settings.preQueryStatements, 'mysql')) {
        await exchange(started.socket, text).catch(asStatement);
      }
      return { ...started, identity };
    },
  });

/** The error number of a connection's own statement says nothing about the sign-in. @throws the error */
function asStatement(error: unknown): never {
  throw error instanceof ServerError ? error.ofSession(true) : error;
}

/** Settings that not every server has. Assigning `sql_mode` to itself makes the server report it. */
const optionalSettings = [
  `SESSION session_track_system_variables = '${trackedVariables}'`,
  'SESSION sql_mode = @@SESSION.sql_mode',
];
const timeZone = "SESSION time_zone = '+00:00'";

/** Sets output formats independent of the server's defaults: strings in UTF-8, timestamps in UTC. */
async function setUp({ socket, isMariaDb }: Started, options: SessionOptions): Promise<void> {
  const { readOnly, statementTimeoutMs } = options;
  const settings = [...optionalSettings, 'NAMES utf8mb4', timeZone];
  if (!(await isAccepted(socket, `SET ${settings.join(', ')}`))) {
    // An older or a compatible server refuses all of them for one that it does not have.
    await exchange(socket, setUtf8);
    for (const setting of optionalSettings) await isAccepted(socket, `SET ${setting}`);
    if (!(await isAccepted(socket, `SET ${timeZone}`)))
      socket.variables.apply([['time_zone', 'SYSTEM']]);
  }
  if (readOnly) await enterReadOnly(socket);
  if (statementTimeoutMs != null) {
    // MariaDB's limit applies to every statement, MySQL's only to SELECT. Servers without a limit leave it to the worker.
    await isAccepted(
      socket,
      isMariaDb
        ? `SET SESSION max_statement_time = ${String(statementTimeoutMs / 1000)}`
        : `SET SESSION max_execution_time = ${String(Math.min(statementTimeoutMs, MAX_TIMEOUT_MS))}`,
    );
  }
}

/** Runs a SET that the server may refuse. @throws DriverError if the session is lost */
async function isAccepted(socket: MysqlSocket, sql: string): Promise<boolean> {
  try {
    await exchange(socket, sql);
    return true;
  } catch (error) {
    refusedAsEmpty(error);
    return false;
  }
}

/**
 * Resets an idle session. Returns false if the connection has statements to run first, whose effect is unknown,
 * or no default database, to which there is no way back.
 * @throws DriverError if the server refuses or the session is lost
 */
export async function reset(
  started: Started,
  settings: Settings,
  options: SessionOptions,
): Promise<boolean> {
  if (settings.preQueryStatements !== '' || settings.database === '') return false;
  const { socket } = started;
  await command(socket, resetSession);
  await command(socket, useDatabase(settings.database));
  await setUp(started, options);
  return true;
}
