import {
  deleteDraftQuerySchema,
  draftConflictSchema,
  draftListItemSchema,
  draftParamsSchema,
  draftSchema,
  emptySchema,
  errorBodySchema,
  idParamsSchema,
  writeDraftSchema,
} from '@sluice/contracts';
import { z } from 'zod';
import { errorResponses, principalOf, type Scope } from '../http/index.js';
import {
  getDraft,
  listDrafts,
  removeDraft,
  writeDraft,
  type DraftChange,
  type DraftDependencies,
} from './service.js';

const tags = ['drafts'];

const conflictResponse = {
  409: draftConflictSchema.describe(
    'The draft was changed elsewhere; the body has the stored draft.',
  ),
};

/** `/api/drafts` */
export function registerDrafts(scope: Scope, deps: DraftDependencies): void {
  registerReads(scope, deps);
  registerWrites(scope, deps);
}

function registerReads(scope: Scope, deps: DraftDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/drafts',
    schema: {
      summary: 'List your drafts in the order of their tabs',
      tags,
      response: { 200: z.array(draftListItemSchema), ...errorResponses },
    },
    handler: (request) => listDrafts(deps, principalOf(request)),
  });
  scope.route({
    method: 'GET',
    url: '/api/drafts/:id',
    schema: {
      summary: 'Get a draft of yours',
      tags,
      params: idParamsSchema,
      response: { 200: draftSchema, ...errorResponses },
    },
    handler: (request) => getDraft(deps, principalOf(request), request.params.id),
  });
}

function registerWrites(scope: Scope, deps: DraftDependencies): void {
  scope.route({
    method: 'PUT',
    url: '/api/drafts/:id',
    schema: {
      summary: 'Write a draft, unless it has changed since the version in the body',
      tags,
      params: draftParamsSchema,
      body: writeDraftSchema,
      response: {
        200: draftSchema,
        403: errorBodySchema.describe('You have too many drafts, or too long ones.'),
        404: errorBodySchema.describe('The draft was deleted; write it again with version 0.'),
        ...conflictResponse,
        ...errorResponses,
      },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const draft = { ...body, id: params.id };
      return answer(reply, await writeDraft(deps, principalOf(request), draft));
    },
  });
  scope.route({
    method: 'DELETE',
    url: '/api/drafts/:id',
    schema: {
      summary: 'Delete a draft of yours',
      tags,
      params: idParamsSchema,
      querystring: deleteDraftQuerySchema,
      response: { 200: emptySchema, ...conflictResponse, ...errorResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { version } = request.query;
      return answer(reply, await removeDraft(deps, principalOf(request), { id, version }));
    },
  });
}

function answer<Done>(
  reply: { code(status: 200 | 409): unknown },
  { kind, body }: DraftChange<Done>,
): DraftChange<Done>['body'] {
  reply.code(kind === 'done' ? 200 : 409);
  return body;
}
