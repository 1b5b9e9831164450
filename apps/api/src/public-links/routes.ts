import {
  batchLinkParamsSchema,
  batchLinkSchema,
  createBatchLinkSchema,
  createdBatchLinkSchema,
  emptySchema,
  idParamsSchema,
  pageQuerySchema,
} from '@sluice/contracts';
import { z } from 'zod';
import { auditContextOf } from '../audit/index.js';
import { ownedResponses, principalOf, type Scope, sendPage, sliceOf } from '../http/index.js';
import {
  createBatchLink,
  listBatchLinks,
  removeBatchLink,
  type BatchLinkDependencies,
} from './service.js';

/** Dependencies of {@link registerBatchLinks}. */
export interface BatchLinkRouteDependencies extends BatchLinkDependencies {
  /** Returns the public address of a page; `origin` is the one of the request. */
  addressOf(path: string, origin: string): string;
}

const tags = ['batches'];

/** Registers `/api/batches/:id/links`, for the owner of the batch and admins. */
export function registerBatchLinks(scope: Scope, deps: BatchLinkRouteDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/batches/:id/links',
    schema: {
      summary: 'List the public links of a batch, oldest first, for its owner and admins',
      tags,
      params: idParamsSchema,
      querystring: pageQuerySchema,
      response: { 200: z.array(batchLinkSchema), ...ownedResponses },
    },
    handler: async (request, reply) => {
      const page = { batchId: request.params.id, ...sliceOf(request.query) };
      const rows = await listBatchLinks(deps, principalOf(request), page);
      return sendPage(request, reply, request.query, rows);
    },
  });
  scope.route({
    method: 'POST',
    url: '/api/batches/:id/links',
    schema: {
      summary: 'Create a public link, which shows the rows of a batch to everyone who has it',
      tags,
      params: idParamsSchema,
      body: createBatchLinkSchema,
      response: { 200: createdBatchLinkSchema, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const context = auditContextOf(request);
      const created = await createBatchLink(deps, context, request.params.id, request.body);
      const { token, ...link } = created;
      reply.header('cache-control', 'no-store');
      const origin = `${request.protocol}://${request.host}`;
      return { ...link, url: deps.addressOf(`/share/${token}`, origin) };
    },
  });
  scope.route({
    method: 'DELETE',
    url: '/api/batches/:id/links/:linkId',
    schema: {
      summary: 'End a public link of a batch',
      tags,
      params: batchLinkParamsSchema,
      response: { 200: emptySchema, ...ownedResponses },
    },
    handler: async (request) => {
      await removeBatchLink(deps, auditContextOf(request), request.params);
      return {};
    },
  });
}
