import { z } from 'zod';

/** The pool of connections and workers without a configured pool. */
export const defaultWorkerPool = 'default';

/** The last queue position that is counted; every later batch has it, too. */
export const lastQueuePlace = 1_000;

const poolPattern = /^[a-z0-9][a-z0-9_-]{0,49}$/;

/** Whether a text can name a worker pool. */
export const isWorkerPool = (text: string): boolean => poolPattern.test(text);

/** The worker pool of a connection. */
export const workerPoolSchema = z
  .string()
  .regex(poolPattern, 'may contain only lower-case letters, digits, - and _, at most 50 characters')
  .nullable()
  .describe('Worker pool that can reach the database; null: the pool `default`.');
