import { findRunningQueries, type Scene } from '../checker/collect.js';
import { queryOnce } from '../world/postgres-server.js';
import { waitFor } from '../world/wait-for.js';

/**
 * How long things may take to come to rest before the checker looks, in milliseconds. The service's
 * retention must come often enough to remove what is left over.
 */
export interface SettleLimits {
  finalMs: number;
  leftoversMs: number;
}

/**
 * Waits until nothing runs, or until the time is over: then the checker says what does. Gives how
 * long it took until all was final, in milliseconds.
 */
export async function settle(scene: Scene, limits: SettleLimits): Promise<number> {
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

async function isFinal({ databaseUrl }: Scene): Promise<boolean> {
  const [row] = await queryOnce<{ open: boolean }>(
    databaseUrl,
    `select exists (select from batches where status = 'started')
       or exists (select from statements where status in ('queued', 'started')) as open`,
  );
  return row?.open === false;
}

/**
 * Lets retention remove what killed workers left half-written. It waits an hour before it takes a file
 * for an orphan; so all of them are made to look that old, those of finished statements too.
 */
async function removeOrphans(scene: Scene, limitMs: number): Promise<void> {
  await scene.results.age();
  await quietly(
    waitFor('no orphan is left', async () => (await orphans(scene)).length === 0, limitMs),
  );
}

async function orphans({ results, databaseUrl }: Scene): Promise<string[]> {
  const rows = await queryOnce<{ path: string }>(
    databaseUrl,
    'select results_path as path from statements where results_path is not null',
  );
  const named = new Set(rows.map((row) => row.path));
  return (await results.names()).filter((name) => !named.has(name.replace(/\.idx$/, '.json')));
}

/** What is not so in time is the checker's to report. */
const quietly = async (work: Promise<unknown>): Promise<void> => {
  await work.catch(() => undefined);
};
