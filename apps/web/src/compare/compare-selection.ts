import { createStore, useStore } from '../ui/store.js';

const selected = createStore<string | null>(null);

/** Selects the run that the next one is compared with. */
export const selectForComparison = (batchId: string): void => selected.set(batchId);

/** Returns the selected run; null if there is none. */
export const useSelectedRun = (): string | null => useStore(selected, (batchId) => batchId);
