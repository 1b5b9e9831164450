import type { BatchHead, BatchReads, BatchWithStatements, QueuePlace } from '@sluice/database';
import { batchEtag } from './etag.js';
import { createLoader } from './loader.js';
import { isWaiting, presentBatchFields, presentStatement } from './presenter.js';

/** One version of a batch, ready to be sent to any number of clients. */
export interface Snapshot {
  id: string;
  userId: string;
  version: number;
  /** Nothing about its execution changes any more. */
  isFinal: boolean;
  /** Its place among others may change without it. */
  isWaiting: boolean;
  etag: string;
  /** JSON of the fields, without the closing brace. */
  fieldsJson: string;
  /** JSON array of the statements. */
  statementsJson: string;
}

/** Reads batches for clients. */
export interface Snapshots {
  /** The batch as it is now; null when there is none. Unchanged ones cost one small read. */
  get(id: string): Promise<Snapshot | null>;
  /** The same for one that is known to have changed. */
  read(id: string): Promise<Snapshot | null>;
  /** Whose batch it is; null when there is none. */
  ownerOf(id: string): Promise<string | null>;
}

/** Options of {@link createSnapshots}. */
export interface SnapshotsOptions {
  reads: Pick<BatchReads, 'heads' | 'bodies' | 'places'>;
  /** Told of each batch that is seen to have ended, the first time. */
  onEnded?: (batch: BatchWithStatements) => void;
  /** Characters of JSON that are kept for batches that do not change between two polls. */
  keptCharacters?: number;
}

/**
 * Reads through a store of rendered batches. The store is only used for a version that the database
 * has just named as the current one, so that no answer is older than its question.
 */
export function createSnapshots({
  reads,
  onEnded,
  keptCharacters = 32_000_000,
}: SnapshotsOptions): Snapshots {
  const loadHead = createLoader((ids) => reads.heads(ids), { concurrency: 2, batchSize: 1000 });
  const loadBody = createLoader((ids) => reads.bodies(ids), { concurrency: 4, batchSize: 20 });
  const loadPlace = createLoader((ids) => reads.places(ids), { concurrency: 2, batchSize: 1000 });
  const kept = createKept(keptCharacters);

  const read = async (id: string): Promise<Snapshot | null> => {
    const row = await loadBody(id);
    if (row === undefined) return null;
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
      const head = await loadHead(id);
      if (head === undefined) return null;
      return head.version === known.version ? known : read(id);
    },
    ownerOf: async (id) => ownerOf(await loadHead(id)),
  };
}

const ownerOf = (head: BatchHead | undefined): string | null => head?.userId ?? null;

/** Renders a batch; `place` when it waits and that is known. */
export const takeSnapshot = (row: BatchWithStatements, place?: QueuePlace): Snapshot => ({
  id: row.id,
  userId: row.userId,
  version: row.version,
  isFinal: row.status !== 'started',
  isWaiting: isWaiting(row),
  etag: batchEtag(row.id, row.version, place),
  fieldsJson: JSON.stringify(presentBatchFields(row, place)).slice(0, -1),
  statementsJson: JSON.stringify(row.statements.map(presentStatement)),
});

/** The body of a batch's answer. */
export const snapshotJson = ({ fieldsJson, statementsJson }: Snapshot): string =>
  `${fieldsJson},"statements":${statementsJson}}`;

/** Snapshots up to a number of characters; those used longest ago go first. */
function createKept(limit: number) {
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
    /** Whether it was kept: not when this version, or a newer one, is there already. */
    put: (snapshot: Snapshot): boolean => {
      const newest = snapshots.get(snapshot.id)?.version ?? 0;
      // Reads overlap: an older one may end later.
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

/** The rest of an entry weighs about as much as 500 characters. */
const sizeOf = ({ fieldsJson, statementsJson }: Snapshot): number =>
  fieldsJson.length + statementsJson.length + 500;
