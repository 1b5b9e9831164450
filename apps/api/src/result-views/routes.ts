import { errorBodySchema, idParamsSchema, viewRequestSchema, viewSchema } from '@sluice/contracts';
import type { ResultViews } from '@sluice/result-views';
import {
  disconnectSignal,
  principalOf,
  resultResponses,
  sendJson,
  type Scope,
} from '../http/index.js';
import type { Statements } from '../statements/index.js';
import { viewStatement } from './service.js';

/** Dependencies of the route of views. */
export interface ViewRouteDependencies {
  statements: Statements;
  views: ResultViews;
}

/** `POST /api/statements/:id/view` */
export function viewRoute(scope: Scope, { statements, views }: ViewRouteDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/statements/:id/view',
    schema: {
      summary: 'Sort, filter, search or aggregate all rows of a finished statement',
      tags: ['statements'],
      params: idParamsSchema,
      body: viewRequestSchema,
      response: {
        200: viewSchema,
        413: errorBodySchema.describe(
          'The body is too large, or (`view_limit`) the result exceeds the memory or disk limit of views.',
        ),
        ...resultResponses,
        503: errorBodySchema.describe(
          'The view took too long (`view_timeout`), all processes of views are in use, or the service is not available; see Retry-After.',
        ),
      },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { id } = request.params;
      const signal = disconnectSignal(reply);
      const body = await statements
        .withOwn(principal, id, (statement) =>
          viewStatement(views, statement, request.body, signal),
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
