import type { ConnectionClientRepository } from '@sluice/database';
import type { Producer } from '@sluice/jobs';
import { noTracer, type Tracer } from '@sluice/telemetry';

/** A batch that has just been written. */
export interface WaitingBatch {
  id: string;
  /** The connection client that it names. */
  clientId: string | null;
  /** Of the request that made it. */
  traceParent: string | null;
}

/** What wakes workers. */
export interface EnqueuerDependencies {
  producer: Pick<Producer, 'add'>;
  clients: Pick<ConnectionClientRepository, 'wake'>;
}

/** Has new batches run behind the back of their requests. */
export interface BatchEnqueuer {
  /**
   * Returns at once. A batch of a connection client goes to the worker that holds the client, any other
   * into the queue. A failure is only logged: within seconds somebody looks for what waits.
   */
  enqueue(batch: WaitingBatch): void;
  /** Resolves when all that was begun has ended; to be called before the producer is closed. */
  drain(): Promise<void>;
}

/** Makes an enqueuer; `onError` hears of each failure. */
export function createBatchEnqueuer(
  { producer, clients }: EnqueuerDependencies,
  onError: (error: unknown, batchId: string) => void,
  tracer: Tracer = noTracer,
): BatchEnqueuer {
  const underWay = new Set<Promise<void>>();
  const add = async ({ id, clientId, traceParent }: WaitingBatch): Promise<void> => {
    const attributes = { 'sluice.batch.id': id };
    const span = tracer.start({
      name: 'batch enqueue',
      role: 'producer',
      parent: traceParent,
      attributes,
    });
    try {
      if (clientId === null) await producer.add('runBatch', [{ id, v: 1 }]);
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
      await Promise.all(underWay);
    },
  };
}
