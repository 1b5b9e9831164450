import {
  createdPersonalTokenSchema,
  createPersonalTokenSchema,
  emptySchema,
  idParamsSchema,
  personalTokenListQuerySchema,
  personalTokenSchema,
} from '@sluice/contracts';
import { z } from 'zod';
import { auditContextOf } from '../../audit/index.js';
import { errorResponses, principalOf, type Scope, sendPage, sliceOf } from '../../http/index.js';
import {
  createPersonalToken,
  listPersonalTokens,
  removePersonalToken,
  type PersonalTokenDependencies,
} from './service.js';

const tags = ['personal tokens'];

/** Registers `/api/tokens`, for all signed-in users. */
export function registerPersonalTokens(scope: Scope, deps: PersonalTokenDependencies): void {
  scope.route({
    method: 'GET',
    url: '/api/tokens',
    schema: {
      summary: 'List your personal tokens, newest first, without their secrets',
      tags,
      querystring: personalTokenListQuerySchema,
      response: { 200: z.array(personalTokenSchema), ...errorResponses },
    },
    handler: async (request, reply) => {
      const { all, ...page } = request.query;
      const wanted = { all: all === 'true', ...sliceOf(page) };
      const rows = await listPersonalTokens(deps, principalOf(request), wanted);
      return sendPage(request, reply, page, rows);
    },
  });
  scope.route({
    method: 'POST',
    url: '/api/tokens',
    schema: {
      summary: 'Create a personal token. Only this response contains it.',
      tags,
      body: createPersonalTokenSchema,
      response: { 200: createdPersonalTokenSchema, ...errorResponses },
    },
    handler: (request) => createPersonalToken(deps, auditContextOf(request), request.body),
  });
  scope.route({
    method: 'DELETE',
    url: '/api/tokens/:id',
    schema: {
      summary: 'Delete a personal token of yours or, as an admin, of any user; its batches end',
      tags,
      params: idParamsSchema,
      response: { 200: emptySchema, ...errorResponses },
    },
    handler: async (request) => {
      await removePersonalToken(deps, auditContextOf(request), request.params.id);
      return {};
    },
  });
}
