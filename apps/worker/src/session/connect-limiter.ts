/** Limits how many sessions of one connection are opened at the same time. */
export interface ConnectLimiter {
  /** Calls `connect` when fewer than the limit are under way; those of one connection wait in order. */
  run<T>(connectionId: string, connect: () => Promise<T>): Promise<T>;
}

/**
 * Opening a session takes about 10 ms of CPU on both sides. If hundreds started at once, the last would
 * exceed the connect timeout; that timeout starts here, when `connect` is called.
 */
const MAX_CONCURRENT = 16;

/** Creates a limiter with no session under way. */
export function createConnectLimiter(max = MAX_CONCURRENT): ConnectLimiter {
  const queues = new Map<string, { active: number; waiting: (() => void)[] }>();
  return {
    run: async (connectionId, connect) => {
      const queue = queues.get(connectionId) ?? { active: 0, waiting: [] };
      queues.set(connectionId, queue);
      if (queue.active < max) queue.active += 1;
      else await new Promise<void>((resolve) => queue.waiting.push(resolve));
      try {
        return await connect();
      } finally {
        const next = queue.waiting.shift();
        if (next !== undefined) next();
        else queue.active -= 1;
        if (queue.active === 0) queues.delete(connectionId);
      }
    },
  };
}
