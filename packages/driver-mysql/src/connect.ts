import { splitStatements } from '@sluice/sql';
import type { SessionOptions } from '@sluice/driver-kit';
import { establish } from '@sluice/driver-kit/connect/establish';
import { refusalCodes } from './errors.js';
import { command, exchange } from './exchange.js';
import { identityQuery, type Handle } from './handle.js';
import { resetSession, useDatabase } from './protocol.js';
import type { Settings } from './settings.js';
import { start, type Started } from './startup.js';

/** The longest time-out that MySQL takes. */
const MOST_MS = 2 ** 32 - 1;

/** A session that is set up. */
export interface Opened extends Started {
  /** Null where the server does not tell, or something between us speaks for it. */
  handle: Handle | null;
}

/** Opens a session and sets it up. @throws DriverError outcome `not_run` */
export const open = (settings: Settings, options: SessionOptions): Promise<Opened> =>
  establish(options, {
    refusalCodes,
    host: settings.host,
    start: (startOptions) => start(settings, startOptions),
    setUp: async (started) => {
      await setUp(started, options);
      const handle = await identify(started);
      for (const { text } of splitStatements(settings.preQueryStatements, 'mysql')) {
        await exchange(started.wire, text);
      }
      return { ...started, handle };
    },
  });

/** How values are written, whatever the server's defaults are: texts in UTF-8, instants in UTC. */
async function setUp({ wire, isMariaDb }: Started, options: SessionOptions): Promise<void> {
  const { readOnly, statementTimeoutMs } = options;
  await exchange(wire, "SET NAMES utf8mb4, SESSION time_zone = '+00:00'");
  if (readOnly) await exchange(wire, 'SET SESSION TRANSACTION READ ONLY');
  if (statementTimeoutMs != null) {
    // MariaDB's holds for every statement, MySQL's for SELECT.
    await exchange(
      wire,
      isMariaDb
        ? `SET SESSION max_statement_time = ${String(statementTimeoutMs / 1000)}`
        : `SET SESSION max_execution_time = ${String(Math.min(statementTimeoutMs, MOST_MS))}`,
    );
  }
}

async function identify({ wire, isMariaDb, threadId }: Started): Promise<Handle | null> {
  const [row] = await exchange(wire, identityQuery(isMariaDb)).catch((error: unknown) => {
    if (wire.closed) throw error;
    return [];
  });
  const [id, serverStart] = row ?? [];
  if (id == null || serverStart == null) return null;
  // A proxy greets with a number of its own, which names nothing in the server behind it.
  const isOwn = BigInt(id) % 2n ** 32n === BigInt(threadId) % 2n ** 32n;
  return isOwn ? { threadId: id, serverStart } : null;
}

/**
 * Undoes what statements did to an idle session. False when it has statements of its own at its start, or
 * began in no database: what those do is not known, and there is no way back to none.
 * @throws DriverError when the server refuses or is gone
 */
export async function reset(
  started: Started,
  settings: Settings,
  options: SessionOptions,
): Promise<boolean> {
  if (settings.preQueryStatements !== '' || settings.database === '') return false;
  const { wire } = started;
  await command(wire, resetSession);
  await command(wire, useDatabase(settings.database));
  await setUp(started, options);
  return true;
}
