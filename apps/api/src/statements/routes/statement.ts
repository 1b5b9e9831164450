import { statementSchema, idParamsSchema } from '@sluice/contracts';
import { presentStatement, sharedStatement } from '../../batches/index.js';
import type { Statements } from '../service.js';
import { ownedResponses, principalOf, type Scope, sendJson } from '../../http/index.js';

/** `GET /api/statements/:id` */
export function statementRoute(scope: Scope, { statements }: { statements: Statements }): void {
  scope.route({
    method: 'GET',
    url: '/api/statements/:id',
    schema: {
      summary: 'Get a statement',
      tags: ['statements'],
      params: idParamsSchema,
      response: { 200: statementSchema, ...ownedResponses },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const statement = await statements.findVisible(principalOf(request), id);
      const shown = presentStatement(statement);
      sendJson(reply, JSON.stringify(statement.share === null ? shown : sharedStatement(shown)));
      return reply;
    },
  });
}
