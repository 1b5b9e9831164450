import {
  batchSchema,
  createBatchSchema,
  errorBodySchema,
  type CreateBatch,
  type QueryParameter,
} from '@sluice/contracts';
import { AppError } from '@sluice/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createBatch, type CreateBatchDependencies } from '../create.js';
import type { AccessUser } from '../split-text.js';
import type { Snapshot } from '../snapshots.js';
import { errorResponses, principalOf, type Scope } from '../../http/index.js';
import {
  waitForClient,
  waitSeconds,
  type ClientOfWait,
  type ClientWaitDependencies,
} from './wait.js';
import { sendSnapshot } from './replies.js';

/** Headers of a request that creates a batch. */
export const submitHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional()
    .describe(
      'Idempotency key: a repeated request with the same key and body within 24 hours returns the same batch.',
    ),
});

/** Query string of a request that creates a batch. */
export const submitQuery = z.object({
  wait: waitSeconds
    .optional()
    .describe(
      'Seconds to wait for the batch to end. A batch that ends in time is returned final; after the time, ' +
        'or when too many clients wait, it is returned as it is.',
    ),
});

/** Responses to a request that creates a batch. */
export const submitResponses = {
  200: batchSchema,
  409: errorBodySchema.describe('The Idempotency-Key was used with another body.'),
  429: errorBodySchema.describe('Too many waiting batches; see Retry-After.'),
};

/** Dependencies of {@link submitBatch}. */
export type SubmitDependencies = CreateBatchDependencies & ClientWaitDependencies;

/** `POST /api/batches` */
export function createRoute(scope: Scope, dependencies: SubmitDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/batches',
    schema: {
      summary: 'Run SQL as a batch',
      tags: ['batches'],
      headers: submitHeaders,
      querystring: submitQuery,
      body: createBatchSchema,
      response: {
        ...submitResponses,
        ...errorResponses,
      },
    },
    handler: async (request, reply) => {
      const { body, query } = request;
      await submitBatch(dependencies, { request, reply }, { body, waitSeconds: query.wait });
      return reply;
    },
  });
}

/** A batch to create for a request. */
export interface Submission {
  body: CreateBatch;
  /** Seconds to wait for its end. */
  waitSeconds: number | undefined;
  /** Definitions of the parameters of the saved query that is run. */
  definitions?: readonly QueryParameter[] | undefined;
  /** The batch only reads. */
  readOnly?: boolean;
  idempotencyKey?: string | undefined;
  /** The user whose access the batch uses; absent: the principal. */
  accessUser?: AccessUser | undefined;
}

/** A request with its reply. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Creates a batch for a request with {@link submitHeaders} and replies with it, after its end if the client waits.
 *
 * @throws as `createBatch`
 */
export async function submitBatch(
  dependencies: SubmitDependencies,
  exchange: Exchange,
  submission: Omit<Submission, 'idempotencyKey'>,
): Promise<void> {
  const headers = exchange.request.headers as z.output<typeof submitHeaders>;
  const idempotencyKey = headers['idempotency-key'];
  const snapshot = await runBatch(dependencies, exchange, { ...submission, idempotencyKey });
  sendSnapshot(exchange.reply, snapshot);
}

/** Creates a batch for a request and returns it, after its end if the client waits. @throws as `createBatch` */
export async function runBatch(
  dependencies: SubmitDependencies,
  { request, reply }: Exchange,
  { body, waitSeconds = 0, definitions, readOnly, idempotencyKey, accessUser }: Submission,
): Promise<Snapshot> {
  const { span } = request;
  const principal = principalOf(request);
  const waitMs = waitSeconds * 1000;
  const snapshot = await createBatch(dependencies, principal, body, {
    address: request.ip,
    idempotencyKey,
    traceParent: span?.traceParent,
    isDurableLater: waitMs > 0,
    definitions,
    readOnly,
    accessUser,
  });
  const { id: batchId, userId } = snapshot;
  const { connectionId } = body;
  span?.set({ 'sluice.batch.id': batchId, 'sluice.connection.id': connectionId });
  const what = snapshot.isReused ? 'batch reused' : 'batch accepted';
  request.log.info({ batchId, userId, connectionId }, what);
  if (waitMs === 0 || snapshot.isFinal) return snapshot;
  return endOf(dependencies, { principal, request, reply }, snapshot, waitMs);
}

/**
 * Returns the batch after it has ended, or as it is when waiting fails: the batch is accepted in
 * either case. The write of the end makes the creation durable; without an end, this function
 * flushes. This saves one disk flush for a short batch.
 */
async function endOf(
  dependencies: SubmitDependencies,
  client: ClientOfWait,
  accepted: Snapshot,
  waitMs: number,
): Promise<Snapshot> {
  const snapshot = await waitForClient(dependencies, client, {
    id: accepted.id,
    ifNoneMatch: undefined,
    waitMs,
    admit: (snapshot) => snapshot,
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 401) throw error;
    return accepted;
  });
  if (!snapshot.isFinal) await dependencies.batches.flush();
  return snapshot;
}
