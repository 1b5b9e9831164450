import type { Producer } from '@sluice/jobs';
import { noTracer, type Tracer } from '@sluice/telemetry';

/** Puts new batches into the queue behind the back of their requests. */
export interface BatchEnqueuer {
  /**
   * Returns at once. A failure is only logged: the sweep enqueues the batch again within seconds.
   * `traceParent`: the request that made the batch.
   */
  enqueue(batchId: string, traceParent?: string | null): void;
  /** Resolves when all that was begun has ended; to be called before the producer is closed. */
  drain(): Promise<void>;
}

/** Makes an enqueuer; `onError` hears of each failure. */
export function createBatchEnqueuer(
  producer: Pick<Producer, 'add'>,
  onError: (error: unknown, batchId: string) => void,
  tracer: Tracer = noTracer,
): BatchEnqueuer {
  const underWay = new Set<Promise<void>>();
  const add = async (id: string, parent: string | null): Promise<void> => {
    const attributes = { 'sluice.batch.id': id };
    const span = tracer.start({ name: 'batch enqueue', role: 'producer', parent, attributes });
    try {
      await producer.add('runBatch', [{ id, v: 1 }]);
    } catch (error) {
      span.fail('enqueue');
      onError(error, id);
    } finally {
      span.end();
    }
  };
  return {
    enqueue: (id, traceParent = null) => {
      const adding = add(id, traceParent).finally(() => underWay.delete(adding));
      underWay.add(adding);
    },
    drain: async () => {
      await Promise.all(underWay);
    },
  };
}
