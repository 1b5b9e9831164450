import type { BatchLinkRepository } from '@sluice/database';
import type { ResultAccess } from '../access/index.js';
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
  const watched = new Set<{ link: OpenLink; onEnd(): void }>();
  let isChecking = false;

  const check = async (): Promise<void> => {
    const now = [...watched];
    const ids = new Set(now.map(({ link }) => link.id));
    const [open, lost] = await Promise.all([
      links.findOpen([...ids]),
      access.lost(now.map((each) => ({ ...readerOfLink(each.link), each }))),
    ]);
    const openIds = new Set(open.map(({ id }) => id));
    const ended = new Set([...lost].map(({ each }) => each));
    for (const each of now) {
      if (openIds.has(each.link.id) && !ended.has(each)) continue;
      if (watched.delete(each)) each.onEnd();
    }
  };
  const timer = setInterval(() => {
    if (watched.size === 0 || isChecking) return;
    isChecking = true;
    check()
      .catch(onError)
      .finally(() => {
        isChecking = false;
      });
  }, intervalMs).unref();

  return {
    open: (link, onEnd) => {
      const own = { link, onEnd };
      watched.add(own);
      return () => void watched.delete(own);
    },
    close: () => clearInterval(timer),
  };
}
