import {
  batchShareParamsSchema,
  batchShareSchema,
  createBatchShareSchema,
  emptySchema,
  idParamsSchema,
  pageQuerySchema,
} from '@sluice/contracts';
import { z } from 'zod';
import { auditContextOf } from '../audit/index.js';
import { ownedResponses, principalOf, type Scope, sendPage, sliceOf } from '../http/index.js';
import {
  createBatchShare,
  listBatchShares,
  removeBatchShare,
  type BatchShareDependencies,
} from './service.js';

const tags = ['batches'];

/** Registers `/api/batches/:id/shares`, for the owner of the batch and admins. */
export function registerBatchShares(scope: Scope, deps: BatchShareDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/batches/:id/shares',
    schema: {
      summary: 'List the shares of a batch, oldest first, for its owner and admins',
      tags,
      params: idParamsSchema,
      querystring: pageQuerySchema,
      response: { 200: z.array(batchShareSchema), ...ownedResponses },
    },
    handler: async (request, reply) => {
      const page = { batchId: request.params.id, ...sliceOf(request.query) };
      const rows = await listBatchShares(deps, principalOf(request), page);
      return sendPage(request, reply, request.query, rows);
    },
  });
  scope.route({
    method: 'POST',
    url: '/api/batches/:id/shares',
    schema: {
      summary:
        'Let a user or everyone of the tenant read a batch, its statements and results; repeat it to change the expiry',
      tags,
      params: idParamsSchema,
      body: createBatchShareSchema,
      response: { 200: batchShareSchema, ...ownedResponses },
    },
    handler: (request) =>
      createBatchShare(deps, auditContextOf(request), request.params.id, request.body),
  });
  scope.route({
    method: 'DELETE',
    url: '/api/batches/:id/shares/:shareId',
    schema: {
      summary: 'End a share of a batch',
      tags,
      params: batchShareParamsSchema,
      response: { 200: emptySchema, ...ownedResponses },
    },
    handler: async (request) => {
      await removeBatchShare(deps, auditContextOf(request), request.params);
      return {};
    },
  });
}
