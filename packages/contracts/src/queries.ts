import { z } from 'zod';
import { chartSchema } from './charts.js';
import { runAsValues } from './enums.js';
import { timestampSchema } from './common.js';
import { queryParameterSchema, queryParametersSchema } from './query-parameters.js';

const sampleUser = {
  id: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
};

const sampleAcl = { id: 7, userId: null, groupId: '__EVERYONE__', write: false };

/** The author or last editor of a query. */
export const queryUserSchema = z
  .object({
    id: z.string().describe('ID of the user or service token.'),
    name: z.string().nullable().describe('Display name.'),
    email: z.string().describe('Empty for a service token.'),
  })
  .meta({
    id: 'QueryUser',
    description: 'The author or last editor of a query.',
    examples: [sampleUser],
  });

/** An entry of a query's access list. */
export const queryAclRowSchema = z
  .object({
    id: z.int().describe('ID of the entry.'),
    userId: z.string().nullable().describe('ID of the user or service token.'),
    groupId: z.string().nullable().describe('`__EVERYONE__`, when there is no userId.'),
    write: z.boolean().describe('True: write access.'),
  })
  .meta({
    id: 'QueryAclRow',
    description: "An entry of a query's access list.",
    examples: [sampleAcl],
  });

const rights = {
  canRead: z.boolean().describe('The caller may read it.'),
  canWrite: z.boolean().describe('The caller may change it.'),
  canDelete: z.boolean().describe('The caller may delete it, as the owner or an admin.'),
};

const people = {
  createdBy: z.string().describe('ID of the owner: a user or service token.'),
  createdByUser: queryUserSchema.nullable().describe('Null when the owner was deleted.'),
  updatedBy: z.string().describe('ID of the last editor.'),
  updatedByUser: queryUserSchema.nullable().describe('Null when the last editor was deleted.'),
};

const times = { createdAt: timestampSchema, updatedAt: timestampSchema };

const queryFields = {
  id: z.string().describe('ID of the query.'),
  name: z.string().describe('Display name; not unique.'),
  connectionId: z
    .string()
    .nullable()
    .describe('ID of its connection, which may have been deleted.'),
};

const tagList = z.array(z.string()).describe('Sorted and distinct.');

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

const sampleText =
  'select day, count(*) as orders from orders where status = {{status}} group by day';
const sampleParameters = [
  { name: 'status', label: 'Order status', type: 'text', required: true, default: 'open' },
];
const sampleChart = { chartType: 'line', fields: { x: 'day', y: 'orders' } };

const runAsText =
  '`caller`: a run uses the access of its caller to the connection. `owner`: every reader runs exactly this text, on the access of the owner.';

const exposeText = 'AI agents of readers can run it as a tool of `/mcp`, read-only.';

/** A saved query. */
export const querySchema = z
  .object({
    ...queryFields,
    queryText: z.string().describe('SQL of the query.'),
    parameters: z.array(queryParameterSchema).describe('Definitions of its placeholders.'),
    chart: chartSchema.nullable().describe('Chart settings of its result.'),
    tags: tagList,
    runAs: z.enum(runAsValues).describe(runAsText),
    exposeAsTool: z.boolean().describe(exposeText),
    acl: z.array(queryAclRowSchema).describe('Access list.'),
    ...people,
    ...times,
    ...rights,
  })
  .meta({
    id: 'Query',
    description: 'A saved query.',
    examples: [
      {
        ...sampleFields,
        queryText: sampleText,
        parameters: sampleParameters,
        chart: sampleChart,
        runAs: 'caller',
        exposeAsTool: false,
        acl: [sampleAcl],
      },
    ],
  });

/** A saved query in a list. */
export const queryListItemSchema = z
  .object({
    ...queryFields,
    connection: z
      .object({
        id: z.string().describe('ID of the connection.'),
        name: z.string().describe('Name of the connection.'),
        driver: z.string().describe('ID of its driver.'),
      })
      .nullable()
      .describe('Null when the connection was deleted.'),
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

const name = z.string().max(255).describe('Name; a blank name becomes "No Name Query".');
const connectionId = z
  .string()
  .min(1)
  .max(255)
  .describe('ID of a connection that the caller may use, or the stored one.');
const queryText = z.string().max(1_000_000).describe('SQL of the query.');
const parameters = queryParametersSchema.describe(
  'Definitions of its placeholders, in the order of their fields. They apply to `POST /api/queries/:id/run`.',
);
const tags = z
  .array(z.string().max(100))
  .max(100)
  .describe('Tags. Surrounding white space, blank tags and duplicates are removed.');

const runAs = z.enum(runAsValues).describe(`${runAsText} Only the owner and admins may change it.`);
const exposeAsTool = z.boolean().describe(`${exposeText} Default: false.`);

const aclRowInput = z
  .object({
    userId: z.string().min(1).max(255).nullish().describe('ID of a user or service token.'),
    groupId: z
      .literal('__EVERYONE__', { error: 'must be __EVERYONE__' })
      .nullish()
      .describe('Everyone, instead of a userId.'),
    write: z.boolean().optional().describe('Write access; default false.'),
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
  .describe('Access list. Of several entries for the same user the one with more rights is kept.');

/** Null is treated as absent. */
const orNull = <T extends z.ZodType>(field: T) => field.nullish().describe(field.description ?? '');

/** `POST /api/queries`. */
export const createQuerySchema = z
  .object({
    name: orNull(name),
    connectionId: orNull(connectionId),
    queryText: orNull(queryText),
    parameters: orNull(parameters),
    chart: chartSchema.nullish().describe('Chart settings of its result.'),
    tags: orNull(tags),
    runAs: orNull(runAs),
    exposeAsTool: orNull(exposeAsTool),
    acl: orNull(acl),
  })
  .meta({
    id: 'CreateQuery',
    description: 'A new saved query.',
    examples: [
      {
        name: 'Orders by day',
        connectionId: 'sample',
        queryText: sampleText,
        parameters: sampleParameters,
        chart: sampleChart,
        tags: ['orders'],
        runAs: 'owner',
        exposeAsTool: true,
        acl: [
          { groupId: '__EVERYONE__', write: false },
          { userId: sampleUser.id, write: true },
        ],
      },
    ],
  });

/** `PUT /api/queries/:id`. Omitted fields keep their value; `acl`, `tags` and `parameters` are replaced as a whole. */
export const updateQuerySchema = z
  .object({
    name: name.optional(),
    connectionId: orNull(connectionId),
    queryText: queryText.optional(),
    parameters: parameters.optional(),
    chart: chartSchema.nullish().describe('Chart settings; null removes them.'),
    tags: tags.optional(),
    runAs: runAs.optional(),
    exposeAsTool: exposeAsTool.optional(),
    acl: acl.optional().describe('Access list. Only the owner and admins may change it.'),
  })
  .meta({
    id: 'UpdateQuery',
    description: 'Omitted fields keep their value.',
    examples: [
      { name: 'Orders by week', tags: ['orders', 'weekly'] },
      {
        connectionId: 'sample',
        queryText: sampleText,
        parameters: sampleParameters,
        chart: sampleChart,
        runAs: 'owner',
        exposeAsTool: true,
        acl: [
          { groupId: '__EVERYONE__', write: false },
          { userId: sampleUser.id, write: true },
        ],
      },
    ],
  });

/** See {@link querySchema}. */
export type Query = z.infer<typeof querySchema>;
/** See {@link queryListItemSchema}. */
export type QueryListItem = z.infer<typeof queryListItemSchema>;
/** See {@link createQuerySchema}. */
export type CreateQuery = z.infer<typeof createQuerySchema>;
/** See {@link updateQuerySchema}. */
export type UpdateQuery = z.infer<typeof updateQuerySchema>;
