import { notFound } from '@sluice/errors';
import type { Snapshot, Snapshots } from './snapshots.js';
import type { BatchWatch } from './watch.js';
import { matchesEtag } from '../representation/index.js';

/** A client's request to wait for a batch. */
export interface WaitRequest {
  id: string;
  /**
   * If set: wait for a version that it does not name, or for the end. If unset: wait for the end.
   */
  ifNoneMatch: string | undefined;
  waitMs: number;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /**
   * Checks access, before waiting and after it, and returns the batch as the client may see it.
   * Errors become the response.
   */
  admit(snapshot: Snapshot): Snapshot | Promise<Snapshot>;
}

/** Dependencies of {@link waitForBatch}. */
export interface WaitDependencies {
  snapshots: Snapshots;
  watch: BatchWatch;
}

/**
 * Returns the batch once it is final or differs from the client's version, or as it is when the
 * time is over or the service stops.
 *
 * @throws AppError 404 when the batch does not exist or was deleted, 503 when too many clients wait
 */
export async function waitForBatch(
  { snapshots, watch }: WaitDependencies,
  request: WaitRequest,
): Promise<Snapshot> {
  const readNow = async () => present(await snapshots.get(request.id));
  if (request.waitMs === 0) return request.admit(await readNow());
  // Watch first, then read: otherwise a change in between would be noticed a second late.
  const watched = watchUntilWanted(watch, request);
  try {
    const first = followedSnapshot(watch, request) ?? (await readNow());
    const admitted = await request.admit(first);
    if (isWanted(first, request)) return admitted;
    watched.markSeen(first.version);
    const outcome = await watched.outcome;
    // A share can end during the wait.
    return await request.admit(outcome === 'timed out' ? await readNow() : present(outcome));
  } finally {
    watched.close();
  }
}

/** A client that waits for the end only does not need the current state of a followed batch. */
const followedSnapshot = (
  watch: BatchWatch,
  { id, ifNoneMatch }: WaitRequest,
): Snapshot | undefined => (ifNoneMatch === undefined ? watch.followed(id) : undefined);

const isWanted = (snapshot: Snapshot, { ifNoneMatch }: WaitRequest): boolean =>
  snapshot.isFinal || (ifNoneMatch !== undefined && !matchesEtag(ifNoneMatch, snapshot.etag));

const present = (snapshot: Snapshot | null): Snapshot => {
  if (snapshot === null) throw notFound();
  return snapshot;
};

type Outcome = Snapshot | null | 'timed out';

function watchUntilWanted(watch: BatchWatch, request: WaitRequest) {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const stop = () => resolve('timed out');
  const watcher = watch.open(request.id, {
    onlyEnd: request.ifNoneMatch === undefined,
    onSnapshot: (snapshot) => {
      if (snapshot === null || isWanted(snapshot, request)) resolve(snapshot);
    },
    onClose: stop,
  });
  const timer = setTimeout(stop, request.waitMs);
  request.signal.addEventListener('abort', stop);
  if (request.signal.aborted) stop();
  return {
    outcome: promise,
    markSeen: (version: number) => watcher.markSeen(version),
    close: () => {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', stop);
      watcher.close();
    },
  };
}
