import type { PersonalTokenRepository, PersonalTokenRow } from '@sluice/database';
import { LRUCache } from 'lru-cache';

/** Records when and from where tokens were used last. */
export interface TokenUses {
  /** Records a use, unless one was recorded in the last minute. The request does not wait for it. */
  note(token: Pick<PersonalTokenRow, 'id' | 'lastUsedAt'>, address: string): void;
  /** Waits for the writes that were begun. */
  settle(): Promise<void>;
}

const INTERVAL_MS = 60_000;
/** A forgotten token costs one more write, which the database skips. */
const MAX_TOKENS = 10_000;

/** Creates the recorder; `onError` receives failed writes. */
export function createTokenUses(
  tokens: Pick<PersonalTokenRepository, 'recordUse'>,
  onError: (error: unknown, tokenId: string) => void,
): TokenUses {
  const recorded = new LRUCache<string, true>({ max: MAX_TOKENS, ttl: INTERVAL_MS });
  const writing = new Set<Promise<void>>();
  return {
    note: ({ id, lastUsedAt }, address) => {
      if (recorded.has(id)) return;
      recorded.set(id, true);
      // Another process may have recorded a use.
      if (lastUsedAt !== null && Date.now() - lastUsedAt.getTime() < INTERVAL_MS) return;
      const write = tokens
        .recordUse(id, address)
        .catch((error: unknown) => onError(error, id))
        .finally(() => writing.delete(write));
      writing.add(write);
    },
    settle: async () => {
      await Promise.all(writing);
    },
  };
}
