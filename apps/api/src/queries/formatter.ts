import { Worker } from 'node:worker_threads';
import type { FormatDialect, FormatSql } from '@sluice/contracts';
import { AppError, badRequest } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import { createConcurrencyLimit } from '../limits/index.js';

/** A request to the thread. */
export interface FormatRequest {
  query: string;
  dialect: FormatDialect;
}

/** The response of the thread: the formatted text, or the problem. */
export type FormatAnswer = { query: string } | { problem: string };

/** Formats SQL outside the event loop. */
export interface SqlFormatter {
  /**
   * Returns the text with changed white space.
   *
   * @throws AppError 400 for a text that cannot be parsed or takes too long; 429 while the
   * principal's previous text is being formatted; 503 when too many wait
   */
  format(principal: Pick<Principal, 'id'>, body: FormatSql): Promise<string>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** Measured: 200 KB of typical SQL take a second, 2 KB of nested parentheses take three. */
const FORMAT_TIMEOUT_MS = 5_000;
/** An idle thread uses 40 MB. */
const IDLE_MS = 60_000;
const WAITING_LIMIT = 20;

/**
 * Uses one thread that starts at the first request. A text that takes longer than `timeoutMs` (5 s)
 * ends it.
 */
export function createSqlFormatter(
  thread: URL,
  { timeoutMs = FORMAT_TIMEOUT_MS, waiting = WAITING_LIMIT } = {},
): SqlFormatter {
  const limit = createConcurrencyLimit(1, waiting, 'Too many format requests. Retry later.');
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
      idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  };
  return {
    format: async ({ id }, { query, dialect }) => {
      if (busy.has(id)) throw stillBusy();
      busy.add(id);
      try {
        const answer = await limit(() => ask({ query, dialect: dialect ?? 'generic' }));
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
  // The pending request fails with the same error.
  worker.on('error', () => undefined);
  return worker;
}

/** Rejects when the thread ends or does not respond in time. */
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
  new AppError('still_formatting', 429, 'Your previous text is still being formatted', {
    retryAfterSeconds: 1,
  });
