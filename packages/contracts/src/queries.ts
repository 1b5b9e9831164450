import { z } from 'zod';
import { chartSchema } from './charts.js';
import { pageQuerySchema, timestampSchema } from './common.js';

/** Somebody who made or changed a query. */
const queryUserSchema = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string().describe('Empty for a service token.'),
  })
  .meta({ id: 'QueryUser' });

/** Somebody else who may read a query, or write it. */
export const queryAclRowSchema = z
  .object({
    id: z.int(),
    userId: z.string().nullable().describe("A user's or a service token's id."),
    groupId: z.string().nullable().describe('`__EVERYONE__`, where there is no userId.'),
    write: z.boolean().describe('True: may also write.'),
  })
  .meta({ id: 'QueryAclRow' });

const rights = {
  canRead: z.boolean(),
  canWrite: z.boolean(),
  canDelete: z.boolean().describe('Owners and admins.'),
};

const people = {
  createdBy: z.string().describe("The owner's id: a user's or a service token's."),
  createdByUser: queryUserSchema.nullable().describe('Null when the owner is deleted.'),
  updatedBy: z.string(),
  updatedByUser: queryUserSchema.nullable(),
};

const times = { createdAt: timestampSchema, updatedAt: timestampSchema };

const sampleUser = {
  id: '019a1c52-0000-7000-8000-000000000001',
  name: 'Ann',
  email: 'ann@example.com',
};

/** A saved query. */
export const querySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    connectionId: z.string().nullable().describe('The connection may be gone by now.'),
    queryText: z.string(),
    chart: chartSchema.nullable(),
    tags: z.array(z.string()),
    acl: z.array(queryAclRowSchema),
    ...people,
    ...times,
    ...rights,
  })
  .meta({
    id: 'Query',
    example: {
      id: '019a1c52-0000-7000-8000-00000000000a',
      name: 'Orders by day',
      connectionId: 'sales',
      queryText: 'select day, count(*) as orders from orders group by day',
      chart: { chartType: 'line', fields: { x: 'day', y: 'orders' } },
      tags: ['orders', 'weekly'],
      acl: [{ id: 7, userId: null, groupId: '__EVERYONE__', write: false }],
      createdBy: sampleUser.id,
      createdByUser: sampleUser,
      updatedBy: sampleUser.id,
      updatedByUser: sampleUser,
      createdAt: '2026-11-22T09:00:00.000Z',
      updatedAt: '2026-11-22T09:30:00.000Z',
      canRead: true,
      canWrite: true,
      canDelete: true,
    },
  });

/** A saved query in a list. */
export const queryListItemSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    connectionId: z.string().nullable(),
    connection: z
      .object({ id: z.string(), name: z.string(), driver: z.string() })
      .nullable()
      .describe('Null when the connection is gone.'),
    preview: z.string().describe('The first 500 characters of the text.'),
    tags: z.array(z.string()),
    ...people,
    ...times,
    ...rights,
  })
  .meta({ id: 'QueryListItem' });

const name = z.string().max(255).describe('Blank: "No Name Query".');
const connectionId = z
  .string()
  .min(1)
  .max(255)
  .describe('A connection that the caller may use, or the one that is stored.');
const queryText = z.string().max(1_000_000);
const tags = z
  .array(z.string().max(100))
  .max(100)
  .describe('White space around a tag, blank tags and repeated ones are left out.');

const aclRowInput = z
  .object({
    userId: z.string().min(1).max(255).nullish(),
    groupId: z.literal('__EVERYONE__', { error: 'must be __EVERYONE__' }).nullish(),
    write: z.boolean().optional().describe('False unless given.'),
  })
  .refine(
    ({ userId, groupId }) => (userId ?? null) === null || (groupId ?? null) === null,
    'may have userId or groupId, not both',
  )
  .refine(
    ({ userId, groupId }) => (userId ?? null) !== null || (groupId ?? null) !== null,
    'must have userId or groupId',
  );

const acl = z
  .array(aclRowInput)
  .max(500)
  .describe('Of rows for the same user the one that allows more counts.');

/** `POST /api/queries`. */
export const createQuerySchema = z
  .object({
    name: name.nullish(),
    connectionId: connectionId.nullish(),
    queryText: queryText.nullish(),
    chart: chartSchema.nullish(),
    tags: tags.nullish(),
    acl: acl.nullish(),
  })
  .meta({
    id: 'CreateQuery',
    example: {
      name: 'Orders by day',
      connectionId: 'sales',
      queryText: 'select day, count(*) as orders from orders group by day',
      tags: ['orders'],
      acl: [{ groupId: '__EVERYONE__', write: false }],
    },
  });

/** `PUT /api/queries/:id`: what is left out stays; `acl` and `tags` are replaced as a whole. */
export const updateQuerySchema = z
  .object({
    name: name.optional(),
    connectionId: connectionId.nullish(),
    queryText: queryText.optional(),
    chart: chartSchema.nullish(),
    tags: tags.optional(),
    acl: acl.optional().describe('Only the owner and admins may change it.'),
  })
  .meta({ id: 'UpdateQuery', example: { name: 'Orders by week', tags: ['orders', 'weekly'] } });

const tagFilter = z.union([z.string().max(100), z.array(z.string().max(100)).max(100)]).optional();

/** Query of the list. */
export const queryListQuerySchema = pageQuerySchema.extend({
  connectionId: z.string().max(255).optional(),
  createdBy: z.string().max(255).optional().describe("The owner's id."),
  ownedByUser: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .describe('`true`: your own; `false`: those of others.'),
  search: z.string().max(255).optional().describe('Part of the name or the text, in any case.'),
  tags: tagFilter.describe('Repeat it for several: all must match.'),
  'tags[]': tagFilter.describe('The same as `tags`.'),
  sortBy: z
    .string()
    // A `+` in an address means a space.
    .regex(/^[ +-]?(name|updatedAt)$/, 'must be name or updatedAt, with + or - before it')
    .optional()
    .describe('`+` rising (also without a sign), `-` falling; `-updatedAt` unless given.'),
});

/** `GET /api/tags`. */
export const tagsSchema = z.array(z.string()).meta({ id: 'Tags', example: ['orders', 'weekly'] });

export type Query = z.infer<typeof querySchema>;
export type QueryListItem = z.infer<typeof queryListItemSchema>;
export type QueryListQuery = z.infer<typeof queryListQuerySchema>;
export type CreateQuery = z.infer<typeof createQuerySchema>;
export type UpdateQuery = z.infer<typeof updateQuerySchema>;
