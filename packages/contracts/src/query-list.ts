import { z } from 'zod';
import { pageQuerySchema } from './common.js';

const tagFilter = z.union([z.string().max(100), z.array(z.string().max(100)).max(100)]).optional();

/** Query parameters of `GET /api/queries`. */
export const queryListQuerySchema = pageQuerySchema.extend({
  connectionId: z.string().max(255).optional().describe('Only queries of this connection.'),
  createdBy: z.string().max(255).optional().describe('Only queries of this owner.'),
  ownedByUser: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true`: own queries; `false`: queries of others.'),
  search: z.string().max(255).optional().describe('Part of the name or text; case is ignored.'),
  tags: tagFilter.describe('Tag; repeat it to require several tags.'),
  'tags[]': tagFilter.describe('Alias of `tags`.'),
  sortBy: z
    .string()
    // A `+` in a URL's query is decoded as a space.
    .regex(/^[ +-]?(name|updatedAt)$/, 'must be name or updatedAt, with + or - before it')
    .optional()
    .describe('Sort key. `+` or no sign: ascending; `-`: descending. Default `-updatedAt`.'),
});

/** `GET /api/tags`. */
export const tagsSchema = z.array(z.string()).meta({
  id: 'Tags',
  description: 'Sorted tags.',
  examples: [['orders', 'weekly']],
});

/** See {@link queryListQuerySchema}. */
export type QueryListQuery = z.infer<typeof queryListQuerySchema>;
