import type { Batch } from '@sluice/contracts';
import type { BatchOwner, BatchReads, BatchWithStatements, QueuePlace } from '@sluice/database';
import { LRUCache } from 'lru-cache';
import { batchEtag } from './etag.js';
import { createLoader } from './loader.js';
import { isWaiting, presentBatchFields, presentStatements } from './presenter.js';

/** One version of a batch, rendered once for any number of clients. */
export interface Snapshot {
  id: string;
  userId: string;
  /** The user whose access it uses; null: its own user. */
  accessUserId: string | null;
  connectionId: string;
  version: number;
  /** The execution is over and does not change again. */
  isFinal: boolean;
  /** The batch waits; its queue position can change without a new version. */
  isWaiting: boolean;
  etag: string;
  /** JSON of the fields, without the closing brace. */
  fieldsJson: string;
  /** JSON array of the statements. */
  statementsJson: string;
  /** The response reuses this earlier run. */
  isReused?: true;
}

/** Reads batches for clients. */
export interface Snapshots {
  /** Reads the current batch; null when there is none. An unchanged batch costs one small read. */
  get(id: string): Promise<Snapshot | null>;
  /** Like `get`, for a batch that is known to have changed. */
  read(id: string): Promise<Snapshot | null>;
  /** Returns the owner and the connection of the batch, which never change; null when there is no batch. */
  ownerOf(id: string): Promise<BatchOwner | null>;
}

/** Options of {@link createSnapshots}. */
export interface SnapshotsOptions {
  reads: Pick<BatchReads, 'versions' | 'owners' | 'bodies' | 'places'>;
  /** Called once for each batch that is found ended. */
  onEnded?: (batch: BatchWithStatements) => void;
  /** Maximum size of the cache of unchanged batches, in characters of JSON. */
  maxCharacters?: number;
}

/**
 * Reads through a cache of rendered batches. An entry is only used when the database has just
 * confirmed its version, so no response is older than its request.
 */
export function createSnapshots({
  reads,
  onEnded,
  maxCharacters = 32_000_000,
}: SnapshotsOptions): Snapshots {
  const small = { concurrency: 2, batchSize: 1000 };
  const loadVersion = createLoader((ids) => reads.versions(ids), small);
  const loadOwner = createLoader((ids) => reads.owners(ids), small);
  const loadBody = createLoader((ids) => reads.bodies(ids), { concurrency: 4, batchSize: 20 });
  const loadPlace = createLoader((ids) => reads.places(ids), small);
  const kept = createSnapshotCache(maxCharacters);
  // Most clients have polled the batch that they cancel or follow.
  const owners = new LRUCache<string, BatchOwner>({ max: MAX_OWNERS });

  const read = async (id: string): Promise<Snapshot | null> => {
    const row = await loadBody(id);
    if (row === undefined) {
      owners.delete(id);
      return null;
    }
    owners.set(id, ownerOfRow(row));
    const snapshot = takeSnapshot(row, isWaiting(row) ? await loadPlace(id) : undefined);
    const isNew = !snapshot.isWaiting && kept.put(snapshot);
    if (isNew && snapshot.isFinal) onEnded?.(row);
    return snapshot;
  };

  return {
    read,
    get: async (id) => {
      const known = kept.get(id);
      if (known === undefined) return read(id);
      const version = await loadVersion(id);
      if (version === undefined) return null;
      return version === known.version ? known : read(id);
    },
    ownerOf: async (id) => owners.get(id) ?? (await loadOwner(id)) ?? null,
  };
}

/** About 3 MB. */
const MAX_OWNERS = 10_000;

const ownerOfRow = ({ userId, accessUserId, connectionId }: BatchOwner): BatchOwner => ({
  userId,
  accessUserId,
  connectionId,
});

/** Renders a batch; `place` is its queue position, if it waits and the position is known. */
export const takeSnapshot = (row: BatchWithStatements, place?: QueuePlace): Snapshot => ({
  id: row.id,
  userId: row.userId,
  accessUserId: row.accessUserId,
  connectionId: row.connectionId,
  version: row.version,
  isFinal: row.status !== 'started',
  isWaiting: isWaiting(row),
  etag: batchEtag(row.id, row.version, place),
  fieldsJson: JSON.stringify(presentBatchFields(row, place)).slice(0, -1),
  statementsJson: JSON.stringify(presentStatements(row.accessUserId, row.statements)),
});

/** The snapshot of an earlier run as the response to a request that reuses it. */
export const reusedSnapshot = (snapshot: Snapshot): Snapshot => ({ ...snapshot, isReused: true });

/** Returns the JSON of the batch with its statements. */
export const snapshotJson = ({ id, isReused, fieldsJson, statementsJson }: Snapshot): string =>
  `${fieldsJson},"reusedFromBatchId":${JSON.stringify(isReused ? id : null)},"statements":${statementsJson}}`;

/** Returns the batch of a snapshot. */
export const batchOf = (snapshot: Snapshot): Batch => JSON.parse(snapshotJson(snapshot)) as Batch;

/** A least-recently-used cache of snapshots, bounded by characters. */
function createSnapshotCache(limit: number) {
  const snapshots = new Map<string, Snapshot>();
  let size = 0;
  const drop = (id: string): void => {
    const snapshot = snapshots.get(id);
    if (snapshot !== undefined) size -= sizeOf(snapshot);
    snapshots.delete(id);
  };
  return {
    get: (id: string): Snapshot | undefined => {
      const snapshot = snapshots.get(id);
      if (snapshot === undefined) return undefined;
      snapshots.delete(id);
      snapshots.set(id, snapshot);
      return snapshot;
    },
    /** Returns false when this version or a newer one is already cached. */
    put: (snapshot: Snapshot): boolean => {
      const newest = snapshots.get(snapshot.id)?.version ?? 0;
      // Reads overlap: an older one can end later.
      if (newest >= snapshot.version) return false;
      drop(snapshot.id);
      snapshots.set(snapshot.id, snapshot);
      size += sizeOf(snapshot);
      for (const id of snapshots.keys()) {
        if (size <= limit) break;
        drop(id);
      }
      return true;
    },
  };
}

/** The rest of an entry takes about as much memory as 500 characters. */
const sizeOf = ({ fieldsJson, statementsJson }: Snapshot): number =>
  fieldsJson.length + statementsJson.length + 500;
