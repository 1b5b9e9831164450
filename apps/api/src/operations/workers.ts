import type { RunningBatch, WaitingBatch, WorkerInfo, Workers } from '@sluice/contracts';
import {
  createBatchReads,
  createWorkerListRepository,
  type BatchReads,
  type RunningBatchHead,
  type Database,
  type OnlineWorker,
  type QueuePlace,
  type RunningLimits,
  type UnfinishedBatch,
  type WorkerListRepository,
} from '@sluice/database';

/** What {@link listWorkers} reads. */
export interface WorkerListDependencies {
  list: WorkerListRepository;
  reads: Pick<BatchReads, 'places'>;
}

/** Wires them; `limits` are those that the claims of workers keep. */
export const createWorkerList = (
  database: Database,
  limits: RunningLimits,
): WorkerListDependencies => ({
  list: createWorkerListRepository(database),
  reads: createBatchReads(database, limits),
});

/** More are counted, and not listed. */
const mostBatches = 500;

/** Who works, on what, and what waits for them and why; for admins. */
export async function listWorkers({ list, reads }: WorkerListDependencies): Promise<Workers> {
  const [workers, pools, running, waiting] = await Promise.all([
    list.workers(),
    list.pools(),
    list.running(mostBatches),
    list.waiting(mostBatches),
  ]);
  const ids = waiting.heads.map(({ id }) => id);
  const places = ids.length === 0 ? new Map<string, QueuePlace>() : await reads.places(ids);
  return {
    workers: workers.map(presentWorker),
    pools,
    running: running.heads.map(presentRunning),
    runningCount: running.count,
    waiting: waiting.heads.flatMap((head) => {
      const place = places.get(head.id);
      // A worker has taken it since.
      return place === undefined ? [] : [presentWaiting(head, place)];
    }),
    waitingCount: waiting.count,
  };
}

const presentWorker = (worker: OnlineWorker): WorkerInfo => ({
  id: worker.id,
  hostname: worker.hostname,
  pid: worker.pid,
  startedAt: worker.startedAt.toISOString(),
  leaseExpiresAt: worker.leaseExpiresAt.toISOString(),
  pools: worker.pools,
  state: stateOf(worker),
  slots: worker.slots,
  running: worker.running,
});

const stateOf = ({ slots, pausedFor }: OnlineWorker): WorkerInfo['state'] => {
  if (pausedFor !== null) return 'paused';
  return slots === 0 ? 'stopping' : 'ready';
};

const presentHead = (head: UnfinishedBatch) => ({
  id: head.id,
  userId: head.userId,
  userEmail: head.userEmail,
  connectionId: head.connectionId,
  connectionName: head.connectionName,
  queryName: head.queryName,
  queryText: head.queryText,
  startTime: head.startTime.toISOString(),
  cancelRequestedAt: head.cancelRequestedAt?.toISOString() ?? null,
});

const presentRunning = (head: RunningBatchHead): RunningBatch => ({
  ...presentHead(head),
  workerId: head.workerId,
  claimedAt: head.claimedAt.toISOString(),
});

const presentWaiting = (head: UnfinishedBatch, { position, reason }: QueuePlace): WaitingBatch => ({
  ...presentHead(head),
  queuePosition: position,
  waitReason: reason,
});
