import {
  compareRequestSchema,
  comparisonSchema,
  errorBodySchema,
  idParamsSchema,
} from '@sluice/contracts';
import {
  disconnectSignal,
  principalOf,
  resultResponses,
  sendJson,
  type Scope,
} from '../http/index.js';
import type { ViewRouteDependencies } from './routes.js';
import { compareStatements } from './service.js';

/** `POST /api/statements/:id/compare` */
export function compareRoute(scope: Scope, { statements, views }: ViewRouteDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/statements/:id/compare',
    schema: {
      summary: 'Compare all rows of two finished statements',
      tags: ['statements'],
      params: idParamsSchema,
      body: compareRequestSchema,
      response: {
        200: comparisonSchema,
        413: errorBodySchema.describe(
          'The body is too large, or (`view_limit`) the results exceed the memory or disk limit of views.',
        ),
        ...resultResponses,
        503: errorBodySchema.describe(
          'The comparison took too long (`view_timeout`), all processes of views are in use, or the service is not available; see Retry-After.',
        ),
      },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { before: beforeId, ...options } = request.body;
      const signal = disconnectSignal(reply);
      const body = await statements
        .withOwn(principal, request.params.id, (after) =>
          statements.withOwn(principal, beforeId, (before) =>
            compareStatements(views, { before, after }, options, signal),
          ),
        )
        .catch((error: unknown) => {
          if (signal.aborted) return null;
          throw error;
        });
      if (body === null) reply.hijack();
      else sendJson(reply, Buffer.from(body.buffer, body.byteOffset, body.byteLength));
      return reply;
    },
  });
}
