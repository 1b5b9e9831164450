import type { StatementEvidence } from './evidence.js';
import { byBatch } from './states.js';

/**
 * How the transaction of a statement ended. `unknown`: its COMMIT was sent and its outcome is unknown.
 * `rolled back`: no COMMIT finished and the session ended with the batch.
 */
export type TransactionEnd = 'committed' | 'rolled back' | 'unknown';

/**
 * Returns how the transaction of each statement ended, by statement id; outside of BEGIN … COMMIT a statement
 * commits itself.
 */
export function transactionEnds(
  statements: readonly StatementEvidence[],
): ReadonlyMap<string, TransactionEnd> {
  const ends = new Map<string, TransactionEnd>();
  for (const batch of byBatch(statements)) {
    let isOpen = false;
    for (const [index, { id, text }] of batch.entries()) {
      if (text === 'begin') isOpen = true;
      if (text === 'commit') isOpen = false;
      const commit = batch.slice(index).find((each) => each.text === 'commit');
      ends.set(id, isOpen ? endBy(commit) : 'committed');
    }
  }
  return ends;
}

function endBy(commit: StatementEvidence | undefined): TransactionEnd {
  if (commit?.status === 'finished') return 'committed';
  return commit?.error?.outcome === 'unknown' ? 'unknown' : 'rolled back';
}
