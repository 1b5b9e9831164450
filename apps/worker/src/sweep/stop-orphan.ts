import type { Cipher, Orphan, OrphanRepository } from '@sluice/database';
import { driverFor } from '@sluice/drivers';
import type { Logger } from 'pino';
import { renderConfig, type ConnectSettings } from '../session/index.js';

/** Dependencies of {@link stopOrphan}. */
export interface OrphanDependencies extends ConnectSettings {
  orphans: OrphanRepository;
  /** The pools of this worker. */
  pools: string[];
  cipher: Cipher;
  log: Logger;
}

/** Delays of 2, 4, 8 … s: about eight minutes in total. */
const FIRST_RETRY_MS = 2_000;
const MAX_TRIES = 8;

/**
 * Stops the statement that a lost worker left running, by the handle that was stored before the statement
 * was sent. The statement keeps its final status. Does nothing if the orphan is settled or belongs to
 * another pool.
 */
export async function stopOrphan(deps: OrphanDependencies, statementId: string): Promise<void> {
  const { orphans, pools, log } = deps;
  const orphan = await orphans.begin(statementId, FIRST_RETRY_MS, pools);
  if (orphan === null) return;
  const { executionId, tries } = orphan;
  try {
    const outcome = await stop(deps, orphan);
    await orphans.settle(statementId, outcome);
    log.info({ statementId, executionId, outcome }, 'orphaned statement settled');
  } catch (error) {
    const about = { err: error, statementId, executionId, tries };
    if (tries < MAX_TRIES) {
      log.warn(about, 'orphaned statement could not be stopped; will retry');
      return;
    }
    log.error(about, 'orphaned statement could not be stopped; it may still run in its database');
    await orphans.settle(statementId, 'given_up');
  }
}

async function stop(
  { cipher, connectTimeoutMs, machine, targets }: OrphanDependencies,
  { connection, user, executionId }: Orphan,
): Promise<'stopped' | 'gone'> {
  const driver = connection === null ? undefined : await driverFor(connection.driver);
  if (connection === null || user === null || driver === undefined) {
    throw new Error("The statement's connection, user or driver no longer exists");
  }
  return driver.cancelOrphan(renderConfig(cipher, connection, user), executionId, {
    signal: AbortSignal.timeout(connectTimeoutMs),
    connectTimeoutMs,
    machine,
    targets,
    applicationName: 'sluice-orphans',
  });
}
