import { channels, type BatchReads, type Notifications } from '@sluice/database';
import { unavailable } from '@sluice/errors';
import type { Snapshot, Snapshots } from './snapshots.js';

/** Callbacks of a watcher. */
export interface WatchEvents {
  /** Only the end is needed; changes before it may be skipped. */
  onlyEnd?: boolean;
  /** Receives the current batch after a change; null when it was deleted. May repeat a version. */
  onSnapshot(snapshot: Snapshot | null): void;
  /** The service is stopping: no more events follow. */
  onClose(): void;
}

/** One client that watches one batch. */
export interface Watcher {
  /**
   * Reports the version that the client has; the watcher then receives any newer one, even if it
   * was read before.
   */
  markSeen(version: number): void;
  /** May be called twice. */
  close(): void;
}

/** Watches batches for any number of clients. */
export interface BatchWatch {
  /** @throws AppError 503 when there are too many watchers or the service is stopping */
  open(batchId: string, events: WatchEvents): Watcher;
  /**
   * Watches a new batch for a moment although no client waits yet: the next request learns without
   * a read whether the batch has ended.
   */
  follow(snapshot: Snapshot): void;
  /** Returns the last known state of a followed batch; undefined for any other batch. */
  followed(batchId: string): Snapshot | undefined;
  isClosed(): boolean;
  /** Ends every watcher. May be called twice. */
  close(): void;
}

/** Options of {@link createBatchWatch}. */
export interface BatchWatchOptions {
  notifications: Pick<Notifications, 'subscribe'>;
  snapshots: Pick<Snapshots, 'read'>;
  reads: Pick<BatchReads, 'versions'>;
  /** Receives a failed read. The read is repeated at the next interval. */
  onError(error: unknown): void;
  /**
   * Interval of the version check in milliseconds: the maximum delay of a change whose notification
   * is lost.
   */
  intervalMs?: number | undefined;
  maxWatchers?: number;
  /** Time to follow a new batch, in milliseconds. */
  followMs?: number;
}

interface Watched {
  id: string;
  watchers: Set<WatchEvents>;
  /** Highest version that a watcher has seen. */
  version: number;
  /** The last state read of a followed batch. */
  followed: Snapshot | undefined;
  isReading: boolean;
  /** A change was notified during a read, which may have missed it. */
  readAgain: boolean;
}

/**
 * Uses one subscription and one timer for all watchers. A notification, or the version check once
 * per interval, reads the batch once for all its watchers.
 */
export function createBatchWatch(options: BatchWatchOptions): BatchWatch {
  const { notifications, snapshots, reads, onError } = options;
  const { intervalMs = 1_000, maxWatchers = 10_000, followMs = 3_000 } = options;
  const watched = new Map<string, Watched>();
  let watchers = 0;
  let isClosed = false;

  const refresh = createRefresh({ snapshots, onError, isClosed: () => isClosed });
  const dropIfUnneeded = (entry: Watched): void => {
    if (!isNeeded(entry) && watched.get(entry.id) === entry) watched.delete(entry.id);
  };

  const pollVersions = createTask(
    () => refreshChanged(reads, [...watched.values()], refresh),
    onError,
  );
  const unsubscribe = subscribe(notifications, watched, refresh);
  const timer = setInterval(() => void pollVersions(), intervalMs).unref();

  return {
    open: (id, events) => {
      if (isClosed) throw unavailable('The service is stopping');
      if (watchers >= maxWatchers) throw unavailable('Too many clients are waiting for batches');
      const entry = watched.get(id) ?? newEntry(id);
      // A copy: the same events object could be passed twice.
      const own = { ...events };
      watched.set(id, entry);
      entry.watchers.add(own);
      watchers += 1;
      return {
        markSeen: (version) => markSeen(entry, version, refresh),
        close: () => {
          if (!entry.watchers.delete(own)) return;
          watchers -= 1;
          dropIfUnneeded(entry);
        },
      };
    },
    follow: (snapshot) => {
      const entry = watched.get(snapshot.id) ?? newEntry(snapshot.id);
      entry.followed = snapshot;
      entry.version = Math.max(entry.version, snapshot.version);
      watched.set(snapshot.id, entry);
      const end = (): void => {
        entry.followed = undefined;
        dropIfUnneeded(entry);
      };
      setTimeout(end, followMs).unref();
    },
    followed: (id) => watched.get(id)?.followed,
    isClosed: () => isClosed,
    close: () => {
      isClosed = true;
      clearInterval(timer);
      for (const each of unsubscribe) each();
      for (const entry of watched.values()) for (const each of [...entry.watchers]) each.onClose();
      watched.clear();
    },
  };
}

type Refresh = (entry: Watched) => Promise<void>;

/**
 * Returns a function that reads a batch and informs its watchers, and reads again after a change.
 */
function createRefresh({
  snapshots,
  onError,
  isClosed,
}: Pick<BatchWatchOptions, 'snapshots' | 'onError'> & { isClosed(): boolean }): Refresh {
  return async (entry) => {
    entry.readAgain = true;
    if (entry.isReading) return;
    entry.isReading = true;
    try {
      while (entry.readAgain && isNeeded(entry) && !isClosed()) {
        entry.readAgain = false;
        const snapshot = await snapshots.read(entry.id);
        if (entry.followed !== undefined) entry.followed = snapshot ?? undefined;
        tell(entry, snapshot);
      }
    } catch (error) {
      onError(error);
    } finally {
      entry.isReading = false;
    }
  };
}

/** Refreshes the entries whose version in the database is newer, or whose batch was deleted. */
async function refreshChanged(
  reads: BatchWatchOptions['reads'],
  watched: Watched[],
  refresh: Refresh,
): Promise<void> {
  const entries = watched.filter((entry) => entry.followed?.isFinal !== true);
  if (entries.length === 0) return;
  const versions = await reads.versions(entries.map((entry) => entry.id));
  for (const entry of entries) {
    const version = versions.get(entry.id);
    if (version === undefined || version > entry.version) void refresh(entry);
  }
}

/** Refreshes entries at their notifications. @returns functions that unsubscribe */
const subscribe = (
  notifications: BatchWatchOptions['notifications'],
  watched: ReadonlyMap<string, Watched>,
  refresh: Refresh,
): (() => void)[] => [
  notifications.subscribe(channels.batchChanged, (id) => {
    const entry = watched.get(id);
    if (entry !== undefined && wantsChanges(entry)) void refresh(entry);
  }),
  notifications.subscribe(channels.batchEnded, (id) => {
    const entry = watched.get(id);
    if (entry !== undefined) void refresh(entry);
  }),
];

/**
 * Stores the version that a client has, and refreshes if the client or another one may lack a newer
 * one.
 */
function markSeen(entry: Watched, version: number, refresh: Refresh): void {
  const othersMayDiffer = version > entry.version && entry.watchers.size > 1;
  if (version < entry.version || othersMayDiffer) void refresh(entry);
  entry.version = Math.max(entry.version, version);
}

const newEntry = (id: string): Watched => ({
  id,
  watchers: new Set(),
  version: 0,
  followed: undefined,
  isReading: false,
  readAgain: false,
});

const isNeeded = ({ watchers, followed }: Watched): boolean =>
  watchers.size > 0 || followed !== undefined;

const wantsChanges = (entry: Watched): boolean =>
  [...entry.watchers].some((each) => each.onlyEnd !== true);

function tell(entry: Watched, snapshot: Snapshot | null): void {
  entry.version = Math.max(entry.version, snapshot?.version ?? 0);
  for (const each of [...entry.watchers]) each.onSnapshot(snapshot);
}

/** Runs `work` unless the previous run has not ended. */
function createTask(work: () => Promise<void>, onError: (error: unknown) => void) {
  let isRunning = false;
  return async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } catch (error) {
      onError(error);
    } finally {
      isRunning = false;
    }
  };
}
