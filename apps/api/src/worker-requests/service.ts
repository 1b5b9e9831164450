import { defaultWorkerPool } from '@sluice/contracts';
import {
  channels,
  type Cipher,
  type Notifications,
  type WorkerRequestError,
  type WorkerRequestKind,
  type WorkerRequestRepository,
} from '@sluice/database';
import { AppError, unavailable } from '@sluice/errors';
import type { Producer } from '@sluice/jobs';

/** Sends requests that need a target database to workers, because the API opens none. */
export interface Workers {
  /**
   * Resolves with the response of a worker of the pool.
   *
   * @throws AppError 400 with the database's message; 503 when no worker responds in time or the
   * worker is lost
   */
  ask(kind: WorkerRequestKind, payload: object, timeoutMs: number, pool: string): Promise<unknown>;
  close(): void;
}

/** Options of {@link createWorkers}. */
export interface WorkersOptions {
  requests: WorkerRequestRepository;
  cipher: Cipher;
  producer: Pick<Producer, 'add'>;
  notifications: Notifications;
}

/** An online worker claims a request within this time. */
const CLAIM_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 1_000;

/**
 * Writes the request as an encrypted row, enqueues its id and waits for the notification of the
 * response. It also reads the row every second, because notifications can be lost.
 */
export function createWorkers({
  requests,
  cipher,
  producer,
  notifications,
}: WorkersOptions): Workers {
  const waiting = new Map<string, () => void>();
  const unsubscribe = notifications.subscribe(channels.requestAnswered, (id) => {
    waiting.get(id)?.();
  });

  const nextPoll = (id: string): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_INTERVAL_MS);
      waiting.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
    });

  /**
   * Returns the response; undefined while there is none. @throws AppError when no response will
   * come
   */
  const read = async (id: string, waitedMs: number, timeoutMs: number): Promise<unknown> => {
    const row = await requests.find(id);
    if (row?.status === 'answered') return row.answer ?? {};
    if (row?.status === 'failed') throw failureOf(row.error);
    const isLate = row?.status === 'waiting' && waitedMs >= CLAIM_TIMEOUT_MS;
    if (row?.status === 'claimed' && (await requests.isAbandoned(id))) throw workerLost();
    if (row === null || isLate || waitedMs >= timeoutMs) throw noAnswer(row?.workerPool);
    return undefined;
  };

  return {
    ask: async (kind, payload, timeoutMs, pool) => {
      const encrypt = (id: string) => cipher.encrypt(payload, `worker_requests/${id}`);
      const id = await requests.create(kind, encrypt, timeoutMs, pool);
      const startMs = performance.now();
      // Subscribe before reading the row or enqueueing, so that no response is missed.
      let poll = nextPoll(id);
      try {
        await enqueue(producer, id, pool);
        for (;;) {
          await poll;
          poll = nextPoll(id);
          const answer = await read(id, performance.now() - startMs, timeoutMs);
          if (answer !== undefined) return answer;
        }
      } finally {
        waiting.get(id)?.();
        waiting.delete(id);
      }
    },
    close: unsubscribe,
  };
}

async function enqueue(producer: Pick<Producer, 'add'>, id: string, pool: string): Promise<void> {
  try {
    await producer.add('answerRequest', [{ id, v: 1 }], pool);
  } catch (error) {
    throw unavailable('The queue is not available right now', 1, error);
  }
}

const noAnswer = (pool = defaultWorkerPool): AppError =>
  unavailable(
    pool === defaultWorkerPool
      ? 'No worker responded. Check that a worker is online.'
      : `No worker of the pool ${pool} responded. Check that one is online.`,
    5,
  );

/** The worker may have done the work; every request can be repeated. */
const workerLost = (): AppError =>
  unavailable('The worker was lost before it answered. Try again.', 1);

function failureOf(error: unknown): AppError {
  const { code, title, detail } = error as WorkerRequestError;
  return new AppError(code, 400, title, detail === undefined ? {} : { detail });
}
