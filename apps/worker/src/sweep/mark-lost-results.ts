import type { NamedResult, RetentionRepository } from '@sluice/database';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';

/** Dependencies of {@link markLostResults}. */
export interface LostResultsDependencies {
  retention: Pick<RetentionRepository, 'namedResults' | 'markLost'>;
  results: Pick<ResultStore, 'has' | 'list'>;
  /** Aborted when the worker stops; the next run starts again. */
  stopping: AbortSignal;
  log: Logger;
}

const CHUNK_SIZE = 500;

/**
 * When more than this many files are missing, and most of all files, the store itself is unavailable.
 */
const FEW_MISSING = 20;

/**
 * Marks rows whose result file is missing, and unmarks those whose file is back. Marks nothing if the store
 * itself seems unavailable (such as an unmounted disk): it is empty or most of its files are missing.
 *
 * @returns how many rows were marked.
 */
export async function markLostResults(deps: LostResultsDependencies): Promise<number> {
  const { retention, stopping, log } = deps;
  const missing: NamedResult[] = [];
  let checked = 0;
  for (let last: string | null = null; ;) {
    if (stopping.aborted) return 0;
    const named = await retention.namedResults(last, CHUNK_SIZE);
    const there = await Promise.all(named.map(({ resultsPath }) => deps.results.has(resultsPath)));
    missing.push(...named.filter(({ isLost }, index) => there[index] !== true && !isLost));
    const back = named.filter(({ isLost }, index) => there[index] === true && isLost);
    if (back.length > 0) await retention.markLost(back, false);
    checked += named.length;
    last = named.at(-1)?.statementId ?? null;
    if (named.length < CHUNK_SIZE) break;
  }
  if (missing.length === 0) return 0;
  if ((await isEmpty(deps)) || isMost(missing.length, checked)) {
    log.error(
      { missing: missing.length, checked },
      'most result files are missing; nothing marked: is the results directory mounted?',
    );
    return 0;
  }
  for (const { statementId, resultsPath } of missing) {
    log.error({ statementId, resultsPath }, 'stored result missing');
  }
  return retention.markLost(missing, true);
}

const isMost = (missing: number, checked: number): boolean =>
  missing > FEW_MISSING && missing > checked / 2;

async function isEmpty({ results }: LostResultsDependencies): Promise<boolean> {
  const anyTime = new Date(8_640_000_000_000_000);
  const { done } = await results.list(anyTime)[Symbol.asyncIterator]().next();
  return done === true;
}
