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

/** Dependencies of {@link listWorkers}. */
export interface WorkerListDependencies {
  list: WorkerListRepository;
  reads: Pick<BatchReads, 'places'>;
}

/** Creates the dependencies; `limits` are the limits that workers apply when they claim batches. */
export const createWorkerList = (
  database: Database,
  limits: RunningLimits,
): WorkerListDependencies => ({
  list: createWorkerListRepository(database),
  reads: createBatchReads(database, limits),
});

/** Maximum listed batches; further ones are only counted. */
const MAX_BATCHES = 500;

/**
 * Lists the online workers, the running batches and the waiting batches with the reason, for
 * admins.
 */
export async function listWorkers({ list, reads }: WorkerListDependencies): Promise<Workers> {
  const [workers, pools, running, waiting] = await Promise.all([
    list.workers(),
    list.pools(),
    list.running(MAX_BATCHES),
    list.waiting(MAX_BATCHES),
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
      // A worker has claimed it meanwhile.
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
