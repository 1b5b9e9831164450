import { findRunningQueries, type EvidenceSource } from '../checker/collect.js';
import { queryOnce } from '../world/postgres-server.js';
import { waitFor } from '../world/wait-for.js';

/**
 * Milliseconds until the system must be idle before the check. The service's retention must run often enough
 * to remove leftovers.
 */
export interface SettleLimits {
  finalMs: number;
  leftoversMs: number;
}

/**
 * Waits until nothing runs or the time is over; then the checker reports what still runs. Returns the
 * milliseconds until everything was final.
 */
export async function settle(scene: EvidenceSource, limits: SettleLimits): Promise<number> {
  const fromMs = performance.now();
  await quietly(waitFor('every batch is final', () => isFinal(scene), limits.finalMs));
  const finalAfterMs = performance.now() - fromMs;
  await removeOrphans(scene, limits.leftoversMs);
  await quietly(
    waitFor(
      'no query is left in the target database',
      async () => (await findRunningQueries(scene.targetUrl)).length === 0,
      limits.leftoversMs,
    ),
  );
  return finalAfterMs;
}

async function isFinal({ databaseUrl }: EvidenceSource): Promise<boolean> {
  const [row] = await queryOnce<{ open: boolean }>(
    databaseUrl,
    `select exists (select from batches where status = 'started')
       or exists (select from statements where status in ('queued', 'started')) as open`,
  );
  return row?.open === false;
}

/**
 * Lets retention remove incomplete files of killed workers. Retention waits an hour before it treats a file
 * as an orphan, so all files, including those of finished statements, are made to look that old.
 */
async function removeOrphans(scene: EvidenceSource, limitMs: number): Promise<void> {
  await scene.results.age();
  await quietly(
    waitFor('no orphan is left', async () => (await orphans(scene)).length === 0, limitMs),
  );
}

async function orphans({ results, databaseUrl }: EvidenceSource): Promise<string[]> {
  const rows = await queryOnce<{ path: string }>(
    databaseUrl,
    'select results_path as path from statements where results_path is not null',
  );
  const named = new Set(rows.map((row) => row.path));
  return (await results.names()).filter((name) => !named.has(name.replace(/\.idx$/, '.json')));
}

/** The checker reports what takes too long. */
const quietly = async (work: Promise<unknown>): Promise<void> => {
  await work.catch(() => undefined);
};
