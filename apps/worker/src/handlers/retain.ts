import type { RetentionRepository, StoredPath } from '@sluice/database';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import { markLostResults } from './mark-lost-results.js';

/** What retention needs. */
export interface RetentionDependencies {
  retention: RetentionRepository;
  results: Pick<ResultStore, 'remove' | 'list' | 'has'>;
  /** How long batches are kept. */
  retentionMs: number;
  /** How long the audit record is kept. */
  auditRetentionMs: number;
  /** Aborted when the worker stops or lost its lease: the rest is left to the next time. */
  stopping: AbortSignal;
  log: Logger;
}

const slice = 500;

/** A file that no row names may be one that is just being finished. */
const orphanAgeMs = 3_600_000;

/**
 * Removes what has had its day: expired results, old batches, and files that no row knows of; and marks
 * rows whose files are gone before their time. Rows go before their files, so that nobody is sent to a file that is not there; what is being read is read
 * to its end. Safe to run several times at once, and to be interrupted.
 */
export async function retain(deps: RetentionDependencies): Promise<void> {
  const removed = {
    results: await expireResults(deps),
    batches: await deleteBatches(deps),
    orphans: await removeOrphans(deps),
    lost: await markLostResults(deps),
    signIns: await deps.retention.deleteEndedSignIns(),
    auditEvents: await deleteAuditEvents(deps),
  };
  const isAny = Object.values(removed).some((count) => count > 0);
  deps.log[isAny ? 'info' : 'debug'](removed, 'retention is done');
}

async function expireResults({ retention, results, stopping }: RetentionDependencies) {
  for (let count = 0; ;) {
    if (stopping.aborted) return count;
    const paths = await retention.expireResults(slice);
    for (const path of paths) await results.remove(path);
    count += paths.length;
    if (paths.length < slice) return count;
  }
}

async function deleteBatches({ retention, results, retentionMs, stopping }: RetentionDependencies) {
  for (let total = 0; ;) {
    if (stopping.aborted) return total;
    const { count, paths } = await retention.deleteBatches(retentionMs, slice);
    for (const path of paths) await results.remove(path);
    total += count;
    if (count < slice) return total;
  }
}

async function deleteAuditEvents(deps: RetentionDependencies): Promise<number> {
  for (let total = 0; ;) {
    if (deps.stopping.aborted) return total;
    const count = await deps.retention.deleteAuditEvents(deps.auditRetentionMs, slice);
    total += count;
    if (count < slice) return total;
  }
}

async function removeOrphans({ retention, results, stopping }: RetentionDependencies) {
  let count = 0;
  const removeThoseOf = async (stored: Map<string, StoredPath>): Promise<void> => {
    const orphans = await retention.findOrphans([...stored.values()]);
    for (const path of orphans) await results.remove(path);
    count += orphans.length;
    stored.clear();
  };
  const stored = new Map<string, StoredPath>();
  for await (const found of results.list(new Date(Date.now() - orphanAgeMs))) {
    if (stopping.aborted) return count;
    stored.set(found.resultsPath, found);
    if (stored.size >= slice) await removeThoseOf(stored);
  }
  await removeThoseOf(stored);
  return count;
}
