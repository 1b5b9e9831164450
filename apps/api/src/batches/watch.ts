import { channels, type BatchReads, type Notifications } from '@sluice/database';
import { unavailable } from '@sluice/errors';
import type { Snapshot, Snapshots } from './snapshots.js';

/** What a watcher is told. */
export interface WatchEvents {
  /** Only the end matters: changes before it need not be told. */
  onlyEnd?: boolean;
  /** The batch as it is now, after a change or when asked; null when it is gone. May repeat itself. */
  onSnapshot(snapshot: Snapshot | null): void;
  /** The service is stopping: no more events. */
  onClose(): void;
}

/** One client that watches one batch. */
export interface Watcher {
  /** The version its client has: it is told of a newer one, also if that was read before. */
  saw(version: number): void;
  /** May be called twice. */
  close(): void;
}

/** Watches batches for any number of clients. */
export interface BatchWatch {
  /** @throws AppError 503 when there are too many watchers or the service is stopping. */
  open(batchId: string, events: WatchEvents): Watcher;
  /**
   * Watches a batch that has just been made for a moment, although nobody waits yet: whoever asks next
   * finds out without a read whether it has ended.
   */
  follow(snapshot: Snapshot): void;
  /** A followed batch as it is now, or was before it began to run; undefined for any other. */
  followed(batchId: string): Snapshot | undefined;
  isClosed(): boolean;
  /** Ends every watcher. May be called twice. */
  close(): void;
}

/** Options of {@link createBatchWatch}. */
export interface BatchWatchOptions {
  notifications: Pick<Notifications, 'subscribe'>;
  snapshots: Pick<Snapshots, 'read'>;
  reads: Pick<BatchReads, 'heads'>;
  /** A failed read; it is tried again at the next interval. */
  onError(error: unknown): void;
  /** Between two looks at all watched batches: the longest delay of a change whose notification is lost. */
  intervalMs?: number | undefined;
  maxWatchers?: number;
  /** How long a new batch is followed. */
  followMs?: number;
}

interface Watched {
  id: string;
  watchers: Set<WatchEvents>;
  /** Highest version that a watcher has seen. */
  version: number;
  /** The state last read, of a followed batch. */
  followed: Snapshot | undefined;
  isReading: boolean;
  /** A change was told while a read was under way, which may not have it. */
  readAgain: boolean;
}

/**
 * One subscription and one timer for all watchers. A notification, or else the look at all versions
 * once per interval, makes the batch be read once, whatever the number of its watchers.
 */
export function createBatchWatch(options: BatchWatchOptions): BatchWatch {
  const { notifications, snapshots, reads, onError } = options;
  const { intervalMs = 1_000, maxWatchers = 10_000, followMs = 3_000 } = options;
  const watched = new Map<string, Watched>();
  let watchers = 0;
  let isClosed = false;

  const refresh = async (entry: Watched): Promise<void> => {
    entry.readAgain = true;
    if (entry.isReading) return;
    entry.isReading = true;
    try {
      while (entry.readAgain && isNeeded(entry) && !isClosed) {
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

  const dropIfUnneeded = (entry: Watched): void => {
    if (!isNeeded(entry) && watched.get(entry.id) === entry) watched.delete(entry.id);
  };

  const lookAtAll = createTask(async () => {
    if (watched.size === 0) return;
    const entries = [...watched.values()].filter((entry) => entry.followed?.isFinal !== true);
    const heads = await reads.heads(entries.map((entry) => entry.id));
    for (const entry of entries) {
      const version = heads.get(entry.id)?.version;
      const isGone = version === undefined;
      if (isGone || version > entry.version) void refresh(entry);
    }
  }, onError);

  const unsubscribe = [
    notifications.subscribe(channels.batchChanged, (id) => {
      const entry = watched.get(id);
      if (entry !== undefined && wantsChanges(entry)) void refresh(entry);
    }),
    notifications.subscribe(channels.batchEnded, (id) => {
      const entry = watched.get(id);
      if (entry !== undefined) void refresh(entry);
    }),
  ];
  const timer = setInterval(() => void lookAtAll(), intervalMs);
  timer.unref();

  return {
    open: (id, events) => {
      if (isClosed) throw unavailable('The service is stopping');
      if (watchers >= maxWatchers) throw unavailable('Too many clients are waiting for batches');
      const entry = watched.get(id) ?? newEntry(id);
      // A copy: the same events object could be given twice.
      const own = { ...events };
      watched.set(id, entry);
      entry.watchers.add(own);
      watchers += 1;
      return {
        saw: (version) => {
          const othersMayDiffer = version > entry.version && entry.watchers.size > 1;
          if (version < entry.version || othersMayDiffer) void refresh(entry);
          entry.version = Math.max(entry.version, version);
        },
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

/** Runs `work` unless it is still running from before. */
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
