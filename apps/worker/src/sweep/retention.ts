import type { RetentionRepository, StoredPath } from '@sluice/database';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';
import { markLostResults } from './mark-lost-results.js';

/** Dependencies of {@link retain}. */
export interface RetentionDependencies {
  retention: RetentionRepository;
  results: Pick<ResultStore, 'remove' | 'list' | 'has'>;
  /** Milliseconds that batches are kept. */
  retentionMs: number;
  /** Milliseconds that audit events are kept. */
  auditRetentionMs: number;
  /** Milliseconds that drafts are kept after their last change. */
  draftRetentionMs: number;
  /** Which versions of a saved query are kept: at most `keep`, none older than `maxAgeMs`. */
  queryVersions: { keep: number; maxAgeMs: number };
  /** Aborted when the worker stops or loses its lease; the next run does the rest. */
  stopping: AbortSignal;
  log: Logger;
}

const CHUNK_SIZE = 500;

/** Younger files without a row may belong to a result that is just being finished. */
const ORPHAN_AGE_MS = 3_600_000;

/**
 * Deletes expired results, old batches, drafts, versions of saved queries and files without a row, and marks rows whose
 * files are missing.
 * Rows are deleted before their files, so that no client is sent to a missing file; open readers read to the
 * end. May run several times at once and may be interrupted.
 */
export async function retain(deps: RetentionDependencies): Promise<void> {
  const { retention, auditRetentionMs, draftRetentionMs, queryVersions } = deps;
  const removed = {
    results: await expireResults(deps),
    batches: await deleteBatches(deps),
    orphans: await removeOrphans(deps),
    lost: await markLostResults(deps),
    signIns: await retention.deleteEndedSignIns(),
    auditEvents: await inChunks(deps, () =>
      retention.deleteAuditEvents(auditRetentionMs, CHUNK_SIZE),
    ),
    drafts: await inChunks(deps, () => retention.deleteDrafts(draftRetentionMs, CHUNK_SIZE)),
    queryVersions: await inChunks(deps, () =>
      retention.deleteQueryVersions(queryVersions, CHUNK_SIZE),
    ),
  };
  const isAny = Object.values(removed).some((count) => count > 0);
  deps.log[isAny ? 'info' : 'debug'](removed, 'retention finished');
}

async function expireResults({ retention, results, stopping }: RetentionDependencies) {
  for (let count = 0; ;) {
    if (stopping.aborted) return count;
    const paths = await retention.expireResults(CHUNK_SIZE);
    for (const path of paths) await results.remove(path);
    count += paths.length;
    if (paths.length < CHUNK_SIZE) return count;
  }
}

async function deleteBatches({ retention, results, retentionMs, stopping }: RetentionDependencies) {
  for (let total = 0; ;) {
    if (stopping.aborted) return total;
    const { count, paths } = await retention.deleteBatches(retentionMs, CHUNK_SIZE);
    for (const path of paths) await results.remove(path);
    total += count;
    if (count < CHUNK_SIZE) return total;
  }
}

/** Repeats a deletion until it deletes less than a chunk; returns the number of deleted rows. */
async function inChunks(
  { stopping }: Pick<RetentionDependencies, 'stopping'>,
  deleteChunk: () => Promise<number>,
): Promise<number> {
  for (let total = 0; ;) {
    if (stopping.aborted) return total;
    const count = await deleteChunk();
    total += count;
    if (count < CHUNK_SIZE) return total;
  }
}

async function removeOrphans({ retention, results, stopping }: RetentionDependencies) {
  let count = 0;
  const stored = new Map<string, StoredPath>();
  const removeUnreferenced = async (): Promise<void> => {
    const orphans = await retention.findOrphans([...stored.values()]);
    for (const path of orphans) await results.remove(path);
    count += orphans.length;
    stored.clear();
  };
  for await (const found of results.list(new Date(Date.now() - ORPHAN_AGE_MS))) {
    if (stopping.aborted) return count;
    stored.set(found.resultsPath, found);
    if (stored.size >= CHUNK_SIZE) await removeUnreferenced();
  }
  await removeUnreferenced();
  return count;
}
