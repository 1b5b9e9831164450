import { createHash } from 'node:crypto';
import type { ConnectionConfig, DriverConnection } from '@sluice/drivers';

/** For whom a session is: only a batch that names all the same may have it. */
export interface SessionOwner {
  driver: string;
  /** Rendered for the user. */
  config: ConnectionConfig;
  readOnly: boolean;
  userId: string;
}

/**
 * Sessions opened ahead of the batch that will use them. Connecting is most of the time that a small
 * batch takes; a person, or a program, who has just run one often runs the next. A spare has never
 * run anything: sessions are not used twice, so nothing of one batch reaches another.
 */
export interface SpareSessions {
  /** The unused session that waits for this owner. */
  take(owner: SessionOwner): DriverConnection | undefined;
  /** Opens one in the background when the owner's batches come one upon the other. */
  prepare(owner: SessionOwner, open: (signal: AbortSignal) => Promise<DriverConnection>): void;
  /** Ends those that wait and those being opened. */
  close(): Promise<void>;
}

/** Options of {@link createSpareSessions}. */
export interface SpareSessionsOptions {
  /** Two batches of one owner within this come one upon the other. */
  successionMs?: number;
  /** How long a spare waits before it is closed: it takes one of the database's connections. */
  keptMs?: number;
  maxSpares?: number;
}

interface Entry {
  lastUsedMs: number;
  spare: DriverConnection | 'opening' | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Makes an empty store. */
export function createSpareSessions({
  successionMs = 1_000,
  keptMs = 1_000,
  maxSpares = 32,
}: SpareSessionsOptions = {}): SpareSessions {
  const entries = new Map<string, Entry>();
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  const forget = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined || entry.spare === 'opening') return;
    clearTimeout(entry.timer);
    entries.delete(key);
    if (entry.spare !== undefined) track(entry.spare.close());
  };

  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  };

  const fill = async (
    key: string,
    entry: Entry,
    open: (signal: AbortSignal) => Promise<DriverConnection>,
  ): Promise<void> => {
    try {
      entry.spare = await open(closing.signal);
    } catch {
      // The next batch connects by itself and tells its user what is wrong.
      entry.spare = undefined;
    }
    if (closing.signal.aborted) forget(key);
    else keep(key, entry);
  };

  const keep = (key: string, entry: Entry): void => {
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => forget(key), keptMs).unref();
    entries.set(key, entry);
  };

  return {
    take: (owner) => {
      const entry = entries.get(keyOf(owner));
      if (entry?.spare === undefined || entry.spare === 'opening') return undefined;
      const { spare } = entry;
      entry.spare = undefined;
      return spare.closed ? undefined : spare;
    },
    prepare: (owner, open) => {
      if (closing.signal.aborted) return;
      const key = keyOf(owner);
      const nowMs = performance.now();
      const known = entries.get(key);
      if (known === undefined && entries.size >= maxSpares) return;
      const entry = known ?? { lastUsedMs: -Infinity, spare: undefined, timer: undefined };
      keep(key, entry);
      const follows = nowMs - entry.lastUsedMs < successionMs;
      entry.lastUsedMs = nowMs;
      if (!follows || entry.spare !== undefined) return;
      entry.spare = 'opening';
      track(fill(key, entry, open));
    },
    close: async () => {
      closing.abort();
      for (const key of [...entries.keys()]) forget(key);
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

// A hash, so that the secrets inside are not kept as keys.
const keyOf = ({ driver, config, readOnly, userId }: SessionOwner): string =>
  createHash('sha256')
    .update(JSON.stringify([driver, config, readOnly, userId]))
    .digest('base64');
