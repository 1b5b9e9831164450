import { Worker } from 'node:worker_threads';
import type { FormatDialect, FormatSql } from '@sluice/contracts';
import { AppError, badRequest } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import { createTurns } from '../limits/index.js';

/** What the thread is asked. */
export interface FormatRequest {
  query: string;
  dialect: FormatDialect;
}

/** What it says: the text, or what is wrong with it. */
export type FormatAnswer = { query: string } | { problem: string };

/** Lays SQL out, off the event loop. */
export interface SqlFormatter {
  /**
   * The same text with other white space.
   *
   * @throws AppError 400 for a text that cannot be read, or takes too long; 429 while the same principal's last
   *   one is not done; 503 when too many wait.
   */
  format(principal: Pick<Principal, 'id'>, body: FormatSql): Promise<string>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** Measured: 200 KB of usual SQL take a second, 2 KB of nested parentheses take three. */
const formatTimeoutMs = 5_000;
/** A thread that nobody needs holds 40 MB. */
const idleMs = 60_000;
const waitingLimit = 20;

/** One thread, begun when it is first needed; a text that takes longer than `timeoutMs` (5 s) ends it. */
export function createSqlFormatter(
  thread: URL,
  { timeoutMs = formatTimeoutMs, waiting = waitingLimit } = {},
): SqlFormatter {
  const inTurn = createTurns(1, waiting, 'Too many texts are being formatted');
  const busy = new Set<string>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };
  const ask = async (request: FormatRequest): Promise<FormatAnswer> => {
    clearTimeout(idle);
    worker ??= startThread(thread);
    try {
      return await answerOf(worker, request, timeoutMs);
    } catch {
      await end();
      return { problem: 'takes too long to format' };
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  };
  return {
    format: async ({ id }, { query, dialect }) => {
      if (busy.has(id)) throw stillBusy();
      busy.add(id);
      try {
        const answer = await inTurn(() => ask({ query, dialect: dialect ?? 'generic' }));
        if ('query' in answer) return answer.query;
        throw badRequest(
          [{ path: 'query', message: answer.problem }],
          `The text ${answer.problem}`,
        );
      } finally {
        busy.delete(id);
      }
    },
    close: end,
  };
}

function startThread(thread: URL): Worker {
  const worker = new Worker(thread, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  worker.unref();
  // Whoever waits for an answer hears of it, too.
  worker.on('error', () => undefined);
  return worker;
}

/** Rejects when the thread ends, or says nothing in time. */
function answerOf(
  worker: Worker,
  request: FormatRequest,
  timeoutMs: number,
): Promise<FormatAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => (): void => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('exit', onEnd);
      how();
    };
    const onMessage = (answer: FormatAnswer): void => settle(() => resolve(answer))();
    const onEnd = settle(() => reject(new Error('The thread has ended')));
    const timer = setTimeout(onEnd, timeoutMs);
    worker.on('message', onMessage);
    worker.on('exit', onEnd);
    worker.postMessage(request);
  });
}

const stillBusy = () =>
  new AppError('still_formatting', 429, 'Your last text is still being formatted', {
    retryAfterSeconds: 1,
  });
