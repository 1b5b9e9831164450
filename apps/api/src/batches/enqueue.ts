import { defaultWorkerPool } from '@sluice/contracts';
import {
  channels,
  type BatchReads,
  type ConnectionClientRepository,
  type Notifications,
} from '@sluice/database';
import type { Producer } from '@sluice/jobs';
import { noTracer, type Tracer } from '@sluice/telemetry';

/** A batch that was just written. */
export interface WaitingBatch {
  id: string;
  /** The connection client that the batch runs on. */
  clientId: string | null;
  /** W3C traceparent of the request that created the batch. */
  traceParent: string | null;
  /** An idle worker was notified of the batch. */
  announced: boolean;
  /** The worker pool that runs the batch. */
  pool: string;
  /** At least one worker of the pool is online. */
  isServed: boolean;
}

/** Dependencies of {@link createBatchEnqueuer}. */
export interface EnqueuerDependencies {
  producer: Pick<Producer, 'add'>;
  clients: Pick<ConnectionClientRepository, 'wake'>;
  reads: Pick<BatchReads, 'isWaiting'>;
  notifications: Pick<Notifications, 'subscribe'>;
}

/** Dispatches new batches in the background, after the request. */
export interface BatchEnqueuer {
  /**
   * Returns immediately. A batch of a connection client goes to the worker that holds the client.
   * Any other batch goes into the queue, unless a notified idle worker claims it within {@link
   * IDLE_CLAIM_WINDOW_MS}. Failures are only logged: the sweep dispatches the batch within seconds. No
   * job is added for a named pool without workers: if the name is a mistake, the job would stay
   * forever, and a starting worker reads the waiting batches itself.
   */
  enqueue(batch: WaitingBatch): void;
  /** Resolves when everything that was started has ended. Call it before closing the producer. */
  drain(): Promise<void>;
}

/**
 * Time that a notified idle worker has to claim the batch. If the worker has died, the batch starts
 * this much later. Nearly all batches begin within this time, and the queue's work for a job is a
 * quarter of all work for a short batch.
 */
const IDLE_CLAIM_WINDOW_MS = 250;

/** Creates an enqueuer that reports each failure to `onError`. */
export function createBatchEnqueuer(
  { producer, clients, reads, notifications }: EnqueuerDependencies,
  onError: (error: unknown, batchId: string) => void,
  tracer: Tracer = noTracer,
): BatchEnqueuer {
  const inFlight = new Set<Promise<void>>();
  const notified = createNotifiedBatches(notifications);
  // Of hundreds of batches at once, many have been claimed at the end of their window and still open their sessions.
  const isTaken = async (id: string): Promise<boolean> =>
    (await notified.hasBegun(id)) || !(await reads.isWaiting(id).catch(() => true));
  const add = async ({
    id,
    clientId,
    traceParent,
    pool,
    ...batch
  }: WaitingBatch): Promise<void> => {
    if (!batch.isServed && pool !== defaultWorkerPool && clientId === null) return;
    if (batch.announced && (await isTaken(id))) return;
    const attributes = { 'sluice.batch.id': id };
    const span = tracer.start({
      name: 'batch enqueue',
      role: 'producer',
      parent: traceParent,
      attributes,
    });
    try {
      if (clientId === null) await producer.add('runBatch', [{ id, v: 1 }], pool);
      else await clients.wake(clientId);
    } catch (error) {
      span.fail('enqueue');
      onError(error, id);
    } finally {
      span.end();
    }
  };
  return {
    enqueue: (batch) => {
      const adding = add(batch).finally(() => inFlight.delete(adding));
      inFlight.add(adding);
    },
    drain: async () => {
      notified.close();
      await Promise.all(inFlight);
    },
  };
}

/** Batches that an idle worker was notified of. */
interface NotifiedBatches {
  /**
   * Resolves with true at the first event of the batch, with false after {@link
   * IDLE_CLAIM_WINDOW_MS}.
   */
  hasBegun(id: string): Promise<boolean>;
  /** Stops waiting for all batches. */
  close(): void;
}

function createNotifiedBatches(notifications: Pick<Notifications, 'subscribe'>): NotifiedBatches {
  const waiting = new Map<string, (begun: boolean) => void>();
  const unsubscribe = [channels.batchChanged, channels.batchEnded].map((channel) =>
    notifications.subscribe(channel, (id) => waiting.get(id)?.(true)),
  );
  return {
    hasBegun: (id) =>
      new Promise((resolve) => {
        const settle = (begun: boolean): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(begun);
        };
        const timer = setTimeout(settle, IDLE_CLAIM_WINDOW_MS, false);
        waiting.set(id, settle);
      }),
    close: () => {
      for (const each of unsubscribe) each();
      for (const settle of waiting.values()) settle(false);
    },
  };
}
