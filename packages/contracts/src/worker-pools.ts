import { z } from 'zod';

/** The pool of connections that name none, and of workers that are told of none. */
export const defaultWorkerPool = 'default';

/** Places of waiting batches are counted so far: this is the place of all that are further back, too. */
export const lastQueuePlace = 1_000;

const poolPattern = /^[a-z0-9][a-z0-9_-]{0,49}$/;

/** Whether a text can name a worker pool. */
export const isWorkerPool = (text: string): boolean => poolPattern.test(text);

/** What a connection says of its pool. */
export const workerPoolSchema = z
  .string()
  .regex(poolPattern, 'may hold small letters, digits, - and _, 50 of them at most')
  .nullable()
  .describe('The workers that may reach it; null = those of the pool `default`.');
