import type { Measured } from '@sluice/results';

/** Maximum cached lengths. Each entry has about a thousand checkpoints: 50 kB. */
const MAX_LENGTHS = 200;

/**
 * Lengths of converted results. A length is computed by one conversion without sending, then
 * cached: a resumed download, or many range requests, cost one conversion per process.
 */
export interface DownloadLengths {
  /** Returns the length if it is cached. */
  known(tag: string): Measured | undefined;
  /** Computes the length. Concurrent callers share one computation. */
  find(tag: string, measure: () => Promise<Measured>): Promise<Measured>;
}

/** Caches lengths by the entity tag of the download, which changes whenever the bytes change. */
export function createDownloadLengths(): DownloadLengths {
  const lengths = new Map<string, Measured>();
  const searches = new Map<string, Promise<Measured>>();
  const keep = (tag: string, measured: Measured): void => {
    lengths.set(tag, measured);
    const [oldest] = lengths.keys();
    if (lengths.size > MAX_LENGTHS && oldest !== undefined) lengths.delete(oldest);
  };
  const search = async (tag: string, measure: () => Promise<Measured>): Promise<Measured> => {
    try {
      const measured = await measure();
      keep(tag, measured);
      return measured;
    } finally {
      searches.delete(tag);
    }
  };
  return {
    known: (tag) => lengths.get(tag),
    find: (tag, measure) => {
      const known = lengths.get(tag);
      if (known !== undefined) return Promise.resolve(known);
      const begun = searches.get(tag) ?? search(tag, measure);
      searches.set(tag, begun);
      return begun;
    },
  };
}
