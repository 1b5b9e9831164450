import type { ConnectionClientRepository } from '@sluice/database';
import type { Producer } from '@sluice/jobs';

/** Has new batches run behind the back of their requests. */
export interface BatchEnqueuer {
  /**
   * Returns at once. A batch of a connection client goes to the worker that holds the client, any other
   * into the queue. A failure is only logged: within seconds somebody looks for what waits.
   */
  enqueue(batchId: string, clientId: string | null): void;
  /** Resolves when all that was begun has ended; to be called before the producer is closed. */
  drain(): Promise<void>;
}

/** Makes an enqueuer; `onError` hears of each failure. */
export function createBatchEnqueuer(
  producer: Pick<Producer, 'add'>,
  clients: Pick<ConnectionClientRepository, 'wake'>,
  onError: (error: unknown, batchId: string) => void,
): BatchEnqueuer {
  const underWay = new Set<Promise<void>>();
  const add = async (id: string, clientId: string | null): Promise<void> => {
    try {
      if (clientId === null) await producer.add('runBatch', [{ id, v: 1 }]);
      else await clients.wake(clientId);
    } catch (error) {
      onError(error, id);
    }
  };
  return {
    enqueue: (id, clientId) => {
      const adding = add(id, clientId).finally(() => underWay.delete(adding));
      underWay.add(adding);
    },
    drain: async () => {
      await Promise.all(underWay);
    },
  };
}
