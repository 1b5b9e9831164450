import type { Producer } from '@sluice/jobs';

/** Puts new batches into the queue behind the back of their requests. */
export interface BatchEnqueuer {
  /** Returns at once. A failure is only logged: the sweep enqueues the batch again within seconds. */
  enqueue(batchId: string): void;
  /** Resolves when all that was begun has ended; to be called before the producer is closed. */
  drain(): Promise<void>;
}

/** Makes an enqueuer; `onError` hears of each failure. */
export function createBatchEnqueuer(
  producer: Pick<Producer, 'add'>,
  onError: (error: unknown, batchId: string) => void,
): BatchEnqueuer {
  const underWay = new Set<Promise<void>>();
  const add = async (id: string): Promise<void> => {
    try {
      await producer.add('runBatch', [{ id, v: 1 }]);
    } catch (error) {
      onError(error, id);
    }
  };
  return {
    enqueue: (id) => {
      const adding = add(id).finally(() => underWay.delete(adding));
      underWay.add(adding);
    },
    drain: async () => {
      await Promise.all(underWay);
    },
  };
}
