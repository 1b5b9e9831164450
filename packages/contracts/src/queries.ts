import { z } from 'zod';
import { chartSchema } from './charts.js';
import { pageQuerySchema, timestampSchema } from './common.js';

const sampleUser = {
  id: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
};

const sampleAcl = { id: 7, userId: null, groupId: '__EVERYONE__', write: false };

/** Somebody who made or changed a query. */
const queryUserSchema = z
  .object({
    id: z.string().describe("A user's or a service token's."),
    name: z.string().nullable().describe('What people call them.'),
    email: z.string().describe('Empty for a service token.'),
  })
  .meta({
    id: 'QueryUser',
    description: 'Who made or changed a query.',
    examples: [sampleUser],
  });

/** Somebody else who may read a query, or write it. */
export const queryAclRowSchema = z
  .object({
    id: z.int().describe('Of the row.'),
    userId: z.string().nullable().describe("A user's or a service token's id."),
    groupId: z.string().nullable().describe('`__EVERYONE__`, where there is no userId.'),
    write: z.boolean().describe('True: may also write.'),
  })
  .meta({
    id: 'QueryAclRow',
    description: 'Somebody else who may read a query, or write it.',
    examples: [sampleAcl],
  });

const rights = {
  canRead: z.boolean().describe('The caller may read it.'),
  canWrite: z.boolean().describe('The caller may change it.'),
  canDelete: z.boolean().describe('The caller may delete it, as owners and admins may.'),
};

const people = {
  createdBy: z.string().describe("The owner's id: a user's or a service token's."),
  createdByUser: queryUserSchema.nullable().describe('Null when the owner is deleted.'),
  updatedBy: z.string().describe('Id of whoever changed it last.'),
  updatedByUser: queryUserSchema.nullable().describe('Null when they are deleted.'),
};

const times = { createdAt: timestampSchema, updatedAt: timestampSchema };

const queryFields = {
  id: z.string().describe('Of the query.'),
  name: z.string().describe('For people; not unique.'),
  connectionId: z
    .string()
    .nullable()
    .describe('The connection that it is for, which may be gone by now.'),
};

const tagList = z.array(z.string()).describe('Sorted, without repetition.');

const sampleFields = {
  id: '01964e1c-11d4-7d5e-8b3a-3e5f6a7b8c44',
  name: 'Orders by day',
  connectionId: 'sample',
  tags: ['orders', 'weekly'],
  createdBy: sampleUser.id,
  createdByUser: sampleUser,
  updatedBy: sampleUser.id,
  updatedByUser: sampleUser,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:45:00.000Z',
  canRead: true,
  canWrite: true,
  canDelete: true,
};

const sampleText = 'select day, count(*) as orders from orders group by day';
const sampleChart = { chartType: 'line', fields: { x: 'day', y: 'orders' } };

/** A saved query. */
export const querySchema = z
  .object({
    ...queryFields,
    queryText: z.string().describe('Its SQL.'),
    chart: chartSchema.nullable().describe('How its result is drawn.'),
    tags: tagList,
    acl: z.array(queryAclRowSchema).describe('Whom it is shared with.'),
    ...people,
    ...times,
    ...rights,
  })
  .meta({
    id: 'Query',
    description: 'A saved query.',
    examples: [{ ...sampleFields, queryText: sampleText, chart: sampleChart, acl: [sampleAcl] }],
  });

/** A saved query in a list. */
export const queryListItemSchema = z
  .object({
    ...queryFields,
    connection: z
      .object({
        id: z.string().describe('Of the connection.'),
        name: z.string().describe('Of the connection.'),
        driver: z.string().describe('The engine that it leads to.'),
      })
      .nullable()
      .describe('Null when the connection is gone.'),
    preview: z.string().describe('The first 500 characters of the text.'),
    tags: tagList,
    ...people,
    ...times,
    ...rights,
  })
  .meta({
    id: 'QueryListItem',
    description: 'A saved query in a list.',
    examples: [
      {
        ...sampleFields,
        connection: { id: 'sample', name: 'Sample', driver: 'postgres' },
        preview: sampleText,
      },
    ],
  });

const name = z.string().max(255).describe('Blank: "No Name Query".');
const connectionId = z
  .string()
  .min(1)
  .max(255)
  .describe('A connection that the caller may use, or the one that is stored.');
const queryText = z.string().max(1_000_000).describe('Its SQL.');
const tags = z
  .array(z.string().max(100))
  .max(100)
  .describe('White space around a tag, blank tags and repeated ones are left out.');

const aclRowInput = z
  .object({
    userId: z.string().min(1).max(255).nullish().describe('A user or a service token.'),
    groupId: z
      .literal('__EVERYONE__', { error: 'must be __EVERYONE__' })
      .nullish()
      .describe('Everyone, in place of a userId.'),
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

/** Null is as good as absent. */
const orNull = <T extends z.ZodType>(field: T) => field.nullish().describe(field.description ?? '');

/** `POST /api/queries`. */
export const createQuerySchema = z
  .object({
    name: orNull(name),
    connectionId: orNull(connectionId),
    queryText: orNull(queryText),
    chart: chartSchema.nullish().describe('How its result is drawn.'),
    tags: orNull(tags),
    acl: orNull(acl),
  })
  .meta({
    id: 'CreateQuery',
    description: 'A query to save.',
    examples: [
      {
        name: 'Orders by day',
        connectionId: 'sample',
        queryText: sampleText,
        chart: sampleChart,
        tags: ['orders'],
        acl: [
          { groupId: '__EVERYONE__', write: false },
          { userId: sampleUser.id, write: true },
        ],
      },
    ],
  });

/** `PUT /api/queries/:id`: what is left out stays; `acl` and `tags` are replaced as a whole. */
export const updateQuerySchema = z
  .object({
    name: name.optional(),
    connectionId: orNull(connectionId),
    queryText: queryText.optional(),
    chart: chartSchema.nullish().describe('Null takes it away.'),
    tags: tags.optional(),
    acl: acl.optional().describe('Only the owner and admins may change it.'),
  })
  .meta({
    id: 'UpdateQuery',
    description: 'What is left out stays.',
    examples: [
      { name: 'Orders by week', tags: ['orders', 'weekly'] },
      {
        connectionId: 'sample',
        queryText: sampleText,
        chart: sampleChart,
        acl: [
          { groupId: '__EVERYONE__', write: false },
          { userId: sampleUser.id, write: true },
        ],
      },
    ],
  });

const tagFilter = z.union([z.string().max(100), z.array(z.string().max(100)).max(100)]).optional();

/** Query of the list. */
export const queryListQuerySchema = pageQuerySchema.extend({
  connectionId: z.string().max(255).optional().describe('Only those for this connection.'),
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
export const tagsSchema = z.array(z.string()).meta({
  id: 'Tags',
  description: 'Tags, sorted.',
  examples: [['orders', 'weekly']],
});

export type Query = z.infer<typeof querySchema>;
export type QueryListItem = z.infer<typeof queryListItemSchema>;
export type QueryListQuery = z.infer<typeof queryListQuerySchema>;
export type CreateQuery = z.infer<typeof createQuerySchema>;
export type UpdateQuery = z.infer<typeof updateQuerySchema>;
