import type { BatchStatus } from '@sluice/contracts';
import { createStore, useStore } from '../ui/store.js';

/** A run that ended and was not looked at yet. */
interface EndedRun {
  id: string;
  status: BatchStatus;
  /** It ended while the page was not in view, and the page was not in view since. */
  isOutOfView: boolean;
}

const ended = createStore<EndedRun[]>([]);

/** Returns whether the user sees this page. */
export const isInView = (): boolean =>
  document.visibilityState === 'visible' && document.hasFocus();

const noteView = (): void => {
  if (!isInView() || !ended.get().some(({ isOutOfView }) => isOutOfView)) return;
  ended.set(ended.get().map((run) => ({ ...run, isOutOfView: false })));
};

addEventListener('focus', noteView);
document.addEventListener('visibilitychange', noteView);

/** Records that a run has ended that the page does not show. */
export const addEndedRun = (id: string, status: BatchStatus): void =>
  ended.set([...ended.get(), { id, status, isOutOfView: !isInView() }]);

/** Forgets the ended runs: the list of runs was opened. */
export const clearEndedRuns = (): void => ended.set([]);

/** Returns the ended runs that were not looked at yet. */
export const useEndedRuns = (): EndedRun[] => useStore(ended, (runs) => runs);
