/** Options of {@link createLoader}. */
export interface LoaderOptions {
  /** Maximum concurrent reads. */
  concurrency: number;
  /** Maximum ids per read. */
  batchSize: number;
}

/** Reads one value by its id; undefined when there is none. */
export type Load<Value> = (id: string) => Promise<Value | undefined>;

interface Asked<Value> {
  promise: Promise<Value | undefined>;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * Reads values by id in batches: ids that are requested in one turn of the event loop, or while
 * reads are running, go together into the next read. Few callers see no delay, and thousands of
 * callers cost a few queries. A caller never joins a read that began before its request, so no
 * value is older than the request for it.
 */
export function createLoader<Value>(
  read: (ids: string[]) => Promise<Map<string, Value>>,
  { concurrency, batchSize }: LoaderOptions,
): Load<Value> {
  const waiting = new Map<string, Asked<Value>>();
  let running = 0;
  let startsSoon = false;

  const start = (): void => {
    startsSoon = false;
    while (running < concurrency && waiting.size > 0) {
      running += 1;
      void run(takeFirst(waiting, batchSize), read).finally(() => {
        running -= 1;
        start();
      });
    }
  };

  const startSoon = (): void => {
    if (startsSoon || running >= concurrency) return;
    startsSoon = true;
    setImmediate(start);
  };

  return (id) => {
    const asked = waiting.get(id) ?? createAsked<Value>();
    waiting.set(id, asked);
    startSoon();
    return asked.promise;
  };
}

async function run<Value>(
  taken: Map<string, Asked<Value>>,
  read: (ids: string[]) => Promise<Map<string, Value>>,
): Promise<void> {
  try {
    const values = await read([...taken.keys()]);
    for (const [id, asked] of taken) asked.resolve(values.get(id));
  } catch (error) {
    for (const asked of taken.values()) asked.reject(error);
  }
}

function takeFirst<Value>(map: Map<string, Value>, count: number): Map<string, Value> {
  const taken = new Map<string, Value>();
  for (const [key, value] of map) {
    if (taken.size >= count) break;
    taken.set(key, value);
    map.delete(key);
  }
  return taken;
}

function createAsked<Value>(): Asked<Value> {
  let resolve: Asked<Value>['resolve'] = () => undefined;
  let reject: Asked<Value>['reject'] = () => undefined;
  const promise = new Promise<Value | undefined>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
