import type { BatchOwner, BatchWithStatements } from '@sluice/database';
import t from 'tap';
import { createSnapshots } from '../dist/batches/snapshots.js';

const at = new Date('2026-01-02T03:04:05Z');

const batch: BatchWithStatements = {
  id: '0190a0b0-0000-7000-8000-000000000000',
  queryId: null,
  name: null,
  connectionId: 'c',
  connectionClientId: null,
  status: 'started',
  startTime: at,
  stopTime: null,
  batchText: 'select 1',
  selectedText: null,
  chart: null,
  userId: 'ann',
  createdAt: at,
  updatedAt: at,
  version: 1,
  tenant: 't',
  turn: 1n,
  workerPool: 'default',
  dispatchedAt: at,
  workerId: null,
  leaseToken: null,
  claimedAt: null,
  cancelRequestedAt: null,
  cancelRequestedBy: null,
  cancelConfirmedAt: null,
  cancelOutcome: null,
  cancelReason: null,
  tokenId: null,
  readOnly: false,
  maxRows: null,
  traceParent: null,
  rowCount: null,
  incomplete: null,
  parameters: null,
  reuseKey: null,
  accessUserId: null,
  statements: [],
};
const owner: BatchOwner = { userId: 'ann', accessUserId: null, connectionId: 'c' };

/** Snapshots of a store that holds the batch until it is deleted. */
function openStore() {
  const store = { isDeleted: false, ownerReads: 0 };
  const found = <Value>(id: string, value: Value): Promise<Map<string, Value>> =>
    Promise.resolve(new Map(store.isDeleted ? [] : [[id, value]]));
  const snapshots = createSnapshots({
    reads: {
      versions: ([id = '']) => found(id, batch.version),
      owners: ([id = '']) => {
        store.ownerReads += 1;
        return found(id, owner);
      },
      bodies: ([id = '']) => found(id, batch),
      places: () => Promise.resolve(new Map()),
    },
  });
  return { store, snapshots };
}

t.test('the owner of a batch that was read before is not read again', async (t) => {
  const { store, snapshots } = openStore();
  t.same(await snapshots.ownerOf(batch.id), owner);
  t.equal(store.ownerReads, 1);
  await snapshots.read(batch.id);
  t.same(await snapshots.ownerOf(batch.id), owner);
  t.equal(store.ownerReads, 1);
});

t.test('the owner of a batch that was deleted is forgotten at the next read', async (t) => {
  const { store, snapshots } = openStore();
  await snapshots.read(batch.id);
  store.isDeleted = true;
  t.equal(await snapshots.read(batch.id), null);
  t.equal(await snapshots.ownerOf(batch.id), null);
});
