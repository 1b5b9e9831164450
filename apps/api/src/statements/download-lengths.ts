import type { Measured } from '@sluice/results';

/** Converted results whose lengths are kept. Each has about a thousand checkpoints: 50 kB. */
const longestMemory = 200;

/**
 * How long converted results are. A length is found by converting once without sending, and then kept:
 * a client that goes on with a download, or asks for many parts of it, costs that once in each process.
 */
export interface DownloadLengths {
  /** The length that is known by now. */
  known(tag: string): Measured | undefined;
  /** The length; callers that come while it is found share one search. */
  find(tag: string, measure: () => Promise<Measured>): Promise<Measured>;
}

/** Lengths by the tag of what is downloaded, which is another whenever its bytes are. */
export function createDownloadLengths(): DownloadLengths {
  const lengths = new Map<string, Measured>();
  const searches = new Map<string, Promise<Measured>>();
  const keep = (tag: string, measured: Measured): void => {
    lengths.set(tag, measured);
    const [oldest] = lengths.keys();
    if (lengths.size > longestMemory && oldest !== undefined) lengths.delete(oldest);
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
