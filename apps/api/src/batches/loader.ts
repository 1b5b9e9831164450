/** Options of {@link createLoader}. */
export interface LoaderOptions {
  /** Reads under way at the same time. */
  concurrency: number;
  /** Keys of one read. */
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
 * Reads values by id, many at a time: what is asked for while reads are under way is read together
 * by the next one. So a read costs no delay when there are few, and thousands of callers cost a few
 * queries. A caller never joins a read that began before it asked: no answer is older than its
 * question.
 */
export function createLoader<Value>(
  read: (ids: string[]) => Promise<Map<string, Value>>,
  { concurrency, batchSize }: LoaderOptions,
): Load<Value> {
  const waiting = new Map<string, Asked<Value>>();
  let underWay = 0;

  const next = (): void => {
    if (underWay >= concurrency || waiting.size === 0) return;
    underWay += 1;
    void run(takeFirst(waiting, batchSize), read).finally(() => {
      underWay -= 1;
      next();
    });
  };

  return (id) => {
    const asked = waiting.get(id) ?? createAsked<Value>();
    waiting.set(id, asked);
    next();
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
