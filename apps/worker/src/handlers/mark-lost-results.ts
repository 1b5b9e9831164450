import type { NamedResult, RetentionRepository } from '@sluice/database';
import type { ResultStore } from '@sluice/results';
import type { Logger } from 'pino';

/** What {@link markLostResults} needs. */
export interface LostResultsDependencies {
  retention: Pick<RetentionRepository, 'namedResults' | 'markLost'>;
  results: Pick<ResultStore, 'has' | 'list'>;
  /** Aborted when the worker stops: the next time begins anew. */
  stopping: AbortSignal;
  log: Logger;
}

const slice = 500;

/** Beyond this many missing files, most of all being missing means that the store is away. */
const fewMissing = 20;

/**
 * Looks for rows that name a file which is not there, and marks them; and takes the mark away from
 * those whose file is back. Nothing is marked when the store looks as if it were not there itself (a
 * disk that is not mounted): empty, or without most of what it should have.
 *
 * @returns how many were marked.
 */
export async function markLostResults(deps: LostResultsDependencies): Promise<number> {
  const { retention, stopping, log } = deps;
  const missing: NamedResult[] = [];
  let checked = 0;
  for (let last: string | null = null; ;) {
    if (stopping.aborted) return 0;
    const named = await retention.namedResults(last, slice);
    const there = await Promise.all(named.map(({ resultsPath }) => deps.results.has(resultsPath)));
    missing.push(...named.filter(({ isLost }, index) => there[index] !== true && !isLost));
    const back = named.filter(({ isLost }, index) => there[index] === true && isLost);
    if (back.length > 0) await retention.markLost(back, false);
    checked += named.length;
    last = named.at(-1)?.statementId ?? null;
    if (named.length < slice) break;
  }
  if (missing.length === 0) return 0;
  if ((await isEmpty(deps)) || isMost(missing.length, checked)) {
    log.error(
      { missing: missing.length, checked },
      'most result files are missing: is the results directory mounted? Nothing is marked',
    );
    return 0;
  }
  for (const { statementId, resultsPath } of missing) {
    log.error({ statementId, resultsPath }, 'a stored result is missing');
  }
  return retention.markLost(missing, true);
}

const isMost = (missing: number, checked: number): boolean =>
  missing > fewMissing && missing > checked / 2;

async function isEmpty({ results }: LostResultsDependencies): Promise<boolean> {
  const anyTime = new Date(8_640_000_000_000_000);
  const { done } = await results.list(anyTime)[Symbol.asyncIterator]().next();
  return done === true;
}
