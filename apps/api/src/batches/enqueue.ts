import { defaultWorkerPool } from '@sluice/contracts';
import { channels, type ConnectionClientRepository, type Notifications } from '@sluice/database';
import type { Producer } from '@sluice/jobs';
import { noTracer, type Tracer } from '@sluice/telemetry';

/** A batch that has just been written. */
export interface WaitingBatch {
  id: string;
  /** The connection client that it names. */
  clientId: string | null;
  /** Of the request that made it. */
  traceParent: string | null;
  /** An idle worker was told of it. */
  announced: boolean;
  /** The workers that it is left to. */
  pool: string;
  /** One of them lives. */
  isServed: boolean;
}

/** What wakes workers. */
export interface EnqueuerDependencies {
  producer: Pick<Producer, 'add'>;
  clients: Pick<ConnectionClientRepository, 'wake'>;
  notifications: Pick<Notifications, 'subscribe'>;
}

/** Has new batches run behind the back of their requests. */
export interface BatchEnqueuer {
  /**
   * Returns at once. A batch of a connection client goes to the worker that holds the client; any other
   * into the queue, unless a worker that was idle has begun it within {@link idleTakesWithinMs}. A
   * failure is only logged: within seconds somebody looks for what waits. Jobs for a named pool without a worker would
   * be there for ever if the name was a mistake, so there are none: a worker that starts looks for itself.
   */
  enqueue(batch: WaitingBatch): void;
  /** Resolves when all that was begun has ended; to be called before the producer is closed. */
  drain(): Promise<void>;
}

/**
 * How long a batch is left to the idle worker that was told of it; the rows wait for nobody, so a worker
 * that has just died costs this time and nothing else. Nearly all have begun by then, and what the
 * queue does for a job is a quarter of all the work that a short batch is.
 */
const idleTakesWithinMs = 250;

/** Makes an enqueuer; `onError` hears of each failure. */
export function createBatchEnqueuer(
  { producer, clients, notifications }: EnqueuerDependencies,
  onError: (error: unknown, batchId: string) => void,
  tracer: Tracer = noTracer,
): BatchEnqueuer {
  const underWay = new Set<Promise<void>>();
  const announced = createAnnounced(notifications);
  const add = async ({
    id,
    clientId,
    traceParent,
    pool,
    ...batch
  }: WaitingBatch): Promise<void> => {
    if (!batch.isServed && pool !== defaultWorkerPool && clientId === null) return;
    if (batch.announced && (await announced.hasBegun(id))) return;
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
      const adding = add(batch).finally(() => underWay.delete(adding));
      underWay.add(adding);
    },
    drain: async () => {
      announced.close();
      await Promise.all(underWay);
    },
  };
}

/** The batches of which an idle worker has just been told. */
interface Announced {
  /** Resolves with true once anything happens to the batch, with false when nothing does in time. */
  hasBegun(id: string): Promise<boolean>;
  /** Waits for none of them any more. */
  close(): void;
}

function createAnnounced(notifications: Pick<Notifications, 'subscribe'>): Announced {
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
        const timer = setTimeout(settle, idleTakesWithinMs, false);
        waiting.set(id, settle);
      }),
    close: () => {
      for (const each of unsubscribe) each();
      for (const settle of waiting.values()) settle(false);
    },
  };
}
