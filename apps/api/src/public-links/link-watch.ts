import type { BatchLinkRepository } from '@sluice/database';
import { createIntervalWatch, type ResultAccess } from '../access/index.js';
import { readerOfLink, type OpenLink } from './open-links.js';

/** Watches the links by which long responses are read. */
export interface LinkWatch {
  /**
   * Calls `onEnd` once, about a second after the link ends.
   *
   * @returns a function that stops watching; may be called twice
   */
  open(link: OpenLink, onEnd: () => void): () => void;
  close(): void;
}

/** Options of {@link createLinkWatch}. */
export interface LinkWatchOptions {
  links: Pick<BatchLinkRepository, 'findOpen'>;
  access: Pick<ResultAccess, 'lost'>;
  /** Receives a failed check. The check is repeated after the interval. */
  onError(error: unknown): void;
  intervalMs?: number | undefined;
}

/** Checks all watched links with one query per interval. */
export function createLinkWatch({
  links,
  access,
  onError,
  intervalMs = 1_000,
}: LinkWatchOptions): LinkWatch {
  const watch = createIntervalWatch<{ link: OpenLink; onEnd(): void }>({
    findEnded: async (now) => {
      const ids = new Set(now.map(({ link }) => link.id));
      const [open, lost] = await Promise.all([
        links.findOpen([...ids]),
        access.lost(now.map((watched) => ({ ...readerOfLink(watched.link), watched }))),
      ]);
      const openIds = new Set(open.map(({ id }) => id));
      const ended = new Set([...lost].map(({ watched }) => watched));
      for (const each of now) if (!openIds.has(each.link.id)) ended.add(each);
      return ended;
    },
    onError,
    intervalMs,
  });
  return { open: (link, onEnd) => watch.open({ link, onEnd }), close: () => watch.close() };
}
