import { notFound } from '@sluice/errors';
import type { Snapshot, Snapshots } from './snapshots.js';
import type { BatchWatch } from './watch.js';
import { matchesEtag } from '../representation/index.js';

/** What a client waits for. */
export interface WaitRequest {
  id: string;
  /** With it: a version that it does not name, or the end. Without it: the end. */
  ifNoneMatch: string | undefined;
  waitMs: number;
  /** Aborted when the client is gone: the answer reaches nobody then. */
  signal: AbortSignal;
  /** Throws what the client is told instead, before anything is waited for. */
  check(snapshot: Snapshot): void;
}

/** What waiting works with. */
export interface WaitDependencies {
  snapshots: Snapshots;
  watch: BatchWatch;
}

/**
 * The batch, once it is final or other than the client has it; else as it is when the time is over or
 * the service stops.
 *
 * @throws AppError 404 when it does not exist (any more), 503 when too many clients wait.
 */
export async function waitForBatch(
  { snapshots, watch }: WaitDependencies,
  request: WaitRequest,
): Promise<Snapshot> {
  const readNow = async () => present(await snapshots.get(request.id));
  if (request.waitMs === 0) {
    const snapshot = await readNow();
    request.check(snapshot);
    return snapshot;
  }
  // Watched before it is read: a change in between would be noticed a second late.
  const watched = watchUntilWanted(watch, request);
  try {
    const first = lookFirst(watch, request) ?? (await readNow());
    request.check(first);
    if (isWanted(first, request)) return first;
    watched.saw(first.version);
    const told = await watched.told;
    return told === 'time is over' ? await readNow() : present(told);
  } finally {
    watched.close();
  }
}

/** Who waits for the end only need not know how far a batch is that is followed anyway. */
const lookFirst = (watch: BatchWatch, { id, ifNoneMatch }: WaitRequest): Snapshot | undefined =>
  ifNoneMatch === undefined ? watch.followed(id) : undefined;

const isWanted = (snapshot: Snapshot, { ifNoneMatch }: WaitRequest): boolean =>
  snapshot.isFinal || (ifNoneMatch !== undefined && !matchesEtag(ifNoneMatch, snapshot.etag));

const present = (snapshot: Snapshot | null): Snapshot => {
  if (snapshot === null) throw notFound();
  return snapshot;
};

type Told = Snapshot | null | 'time is over';

function watchUntilWanted(watch: BatchWatch, request: WaitRequest) {
  let tell: (told: Told) => void = () => undefined;
  const told = new Promise<Told>((resolve) => {
    tell = resolve;
  });
  const stop = () => tell('time is over');
  const watcher = watch.open(request.id, {
    onlyEnd: request.ifNoneMatch === undefined,
    onSnapshot: (snapshot) => {
      if (snapshot === null || isWanted(snapshot, request)) tell(snapshot);
    },
    onClose: stop,
  });
  const timer = setTimeout(stop, request.waitMs);
  request.signal.addEventListener('abort', stop);
  if (request.signal.aborted) stop();
  return {
    told,
    saw: (version: number) => watcher.saw(version),
    close: () => {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', stop);
      watcher.close();
    },
  };
}
