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

/** Asks the workers what needs a target database; the API opens none itself. */
export interface Workers {
  /**
   * Resolves with what a worker of the pool answered, once it has done what was asked.
   *
   * @throws AppError 400 with the database's message, or 503 when no worker answers in time or the worker is lost.
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

/** A worker that lives takes a request within this time. */
const takenWithinMs = 10_000;
const readAgainMs = 1_000;

/**
 * Writes the question as an encrypted row, enqueues its id and waits for the notification of the
 * answer; the row is read once a second too, since notifications can be lost.
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

  const nextLook = (id: string): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, readAgainMs);
      waiting.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
    });

  /** The answer, undefined while there is none. @throws AppError when there is no answer to come. */
  const read = async (id: string, waitedMs: number, timeoutMs: number): Promise<unknown> => {
    const row = await requests.find(id);
    if (row?.status === 'answered') return row.answer ?? {};
    if (row?.status === 'failed') throw failureOf(row.error);
    const isLate = row?.status === 'waiting' && waitedMs >= takenWithinMs;
    if (row?.status === 'claimed' && (await requests.isAbandoned(id))) throw workerLost();
    if (row === null || isLate || waitedMs >= timeoutMs) throw noAnswer(row?.workerPool);
    return undefined;
  };

  return {
    ask: async (kind, payload, timeoutMs, pool) => {
      const encrypt = (id: string) => cipher.encrypt(payload, `worker_requests/${id}`);
      const id = await requests.create(kind, encrypt, timeoutMs, pool);
      const startMs = performance.now();
      // Each look is arranged before the row is read or enqueued: an answer in between ends it.
      let look = nextLook(id);
      try {
        await enqueue(producer, id, pool);
        for (;;) {
          await look;
          look = nextLook(id);
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
    pool === defaultWorkerPool ? 'No worker answered' : `No worker of the pool ${pool} answered`,
    5,
  );

/** It may have done what it was asked: all that is asked can be asked again. */
const workerLost = (): AppError =>
  unavailable('The worker was lost before it answered. Try again.', 1);

function failureOf(error: unknown): AppError {
  const { code, title, detail } = error as WorkerRequestError;
  return new AppError(code, 400, title, detail === undefined ? {} : { detail });
}
