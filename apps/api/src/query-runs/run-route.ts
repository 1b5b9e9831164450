import { idParamsSchema, runQuerySchema } from '@sluice/contracts';
import {
  submitBatch,
  submitHeaders,
  submitQuery,
  submitResponses,
  type SubmitDependencies,
} from '../batches/index.js';
import { ownedResponses, principalOf, type Scope } from '../http/index.js';
import { getQuery, type QueryDependencies } from '../queries/index.js';
import { accessUserOf } from './access-user.js';
import { bodyOfRun } from './run-body.js';

/** `POST /api/queries/:id/run` */
export function runQueryRoute(
  scope: Scope,
  dependencies: { queries: QueryDependencies; batches: SubmitDependencies },
): void {
  scope.route({
    method: 'POST',
    url: '/api/queries/:id/run',
    schema: {
      summary: 'Run a saved query that you may read, on a connection that you may use',
      tags: ['queries'],
      params: idParamsSchema,
      headers: submitHeaders,
      querystring: submitQuery,
      body: runQuerySchema.nullish(),
      response: { ...submitResponses, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const { params, body, query: options } = request;
      const { body: query } = await getQuery(dependencies.queries, principalOf(request), params.id);
      await submitBatch(
        dependencies.batches,
        { request, reply },
        {
          body: bodyOfRun(query, body ?? {}),
          accessUser: await accessUserOf(dependencies.batches.batches, query, principalOf(request)),
          waitSeconds: options.wait,
          definitions: query.parameters,
        },
      );
      return reply;
    },
  });
}
