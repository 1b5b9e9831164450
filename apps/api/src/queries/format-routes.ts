import { errorBodySchema, formatSqlSchema, formattedSqlSchema } from '@sluice/contracts';
import { errorResponses, principalOf, type Scope } from '../http/index.js';
import type { SqlFormatter } from './formatter.js';

/** `POST /api/format-sql` */
export function registerFormatSql(scope: Scope, formatter: SqlFormatter): void {
  scope.route({
    method: 'POST',
    url: '/api/format-sql',
    schema: {
      summary: 'Format SQL with two spaces of indentation, keeping the case of keywords',
      tags: ['queries'],
      body: formatSqlSchema,
      response: {
        200: formattedSqlSchema,
        429: errorBodySchema.describe(
          'Your previous text is still being formatted; see Retry-After.',
        ),
        ...errorResponses,
      },
    },
    handler: async (request) => ({
      query: await formatter.format(principalOf(request), request.body),
    }),
  });
}
