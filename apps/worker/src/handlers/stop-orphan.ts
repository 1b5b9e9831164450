import type { Cipher, Orphan, OrphanRepository } from '@sluice/database';
import { driverFor } from '@sluice/drivers';
import type { Logger } from 'pino';
import type { ConnectSettings } from '../connections/connect.js';
import { configOf } from '../execution/open-session.js';

/** What stopping an orphan needs. */
export interface OrphanDependencies extends ConnectSettings {
  orphans: OrphanRepository;
  /** Those that the worker works for. */
  pools: string[];
  cipher: Cipher;
  log: Logger;
}

/** Waits of 2, 4, 8 … seconds: eight minutes in all. */
const firstRetryMs = 2_000;
const mostTries = 8;

/**
 * Ends the query that a lost worker left running, by the handle that was stored before it was sent. The
 * statement has its final status already; nothing of it changes. Does nothing for one that is settled or of another
 * pool.
 */
export async function stopOrphan(deps: OrphanDependencies, statementId: string): Promise<void> {
  const { orphans, pools, log } = deps;
  const orphan = await orphans.begin(statementId, firstRetryMs, pools);
  if (orphan === null) return;
  const { executionId, tries } = orphan;
  try {
    const outcome = await stop(deps, orphan);
    await orphans.settle(statementId, outcome);
    log.info({ statementId, executionId, outcome }, 'an orphaned query was looked after');
  } catch (error) {
    const about = { err: error, statementId, executionId, tries };
    if (tries < mostTries) {
      log.warn(about, 'an orphaned query could not be stopped yet');
      return;
    }
    log.error(about, 'an orphaned query could not be stopped; it may still run in its database');
    await orphans.settle(statementId, 'given_up');
  }
}

async function stop(
  { cipher, connectTimeoutMs, machine, targets }: OrphanDependencies,
  { connection, user, executionId }: Orphan,
): Promise<'stopped' | 'gone'> {
  const driver = connection === null ? undefined : await driverFor(connection.driver);
  if (connection === null || user === null || driver === undefined) {
    throw new Error('Its connection, its user or its driver is no longer there');
  }
  return driver.cancelOrphan(configOf(cipher, connection, user), executionId, {
    signal: AbortSignal.timeout(connectTimeoutMs),
    connectTimeoutMs,
    machine,
    targets,
    applicationName: 'sluice-orphans',
  });
}
