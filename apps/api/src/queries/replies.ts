import { errorBodySchema, type Query } from '@sluice/contracts';
import { z } from 'zod';
import type { PresentedQuery } from './presenter.js';

/** Headers of a request that changes a query. */
export const versionHeaders = z.looseObject({
  'if-match': z
    .string()
    .max(4_096)
    .optional()
    .describe('The ETag of the query as it was read; 412 if the query has changed since.'),
});

/** The response to an `If-Match` header that names another version. */
export const changedResponse = {
  412: errorBodySchema.describe('The query has changed; see If-Match.'),
};

/** Sets the entity tag and returns the body. */
export function tagged(
  reply: { header(name: string, value: string): unknown },
  { body, etag }: PresentedQuery,
): Query {
  reply.header('etag', etag);
  return body;
}
