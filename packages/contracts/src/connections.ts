import { z } from 'zod';
import { timestampSchema } from './common.js';

const dataSchema = z
  .record(z.string().max(255), z.unknown())
  .describe("The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}.");

/** Non-secret driver fields are repeated at the top level. */
export const connectionSchema = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    driver: z.string(),
    data: dataSchema.optional().describe('Secrets are "". Only admins see it.'),
    multiStatementTransactionEnabled: z.boolean(),
    idleTimeoutSeconds: z.int().describe('A kept-open session without a query ends after this.'),
    maxRows: z.int().nullable().describe('Rows kept of a result; null = the service limit.'),
    maxConcurrency: z.int().nullable().describe('Batches side by side; null = any number.'),
    queryTimeoutSeconds: z.int().nullable().describe('Null = the service limit.'),
    readOnly: z.boolean().describe('The database is told to refuse writes.'),
    pausedUntil: timestampSchema
      .nullable()
      .describe(
        'Its batches broke worker processes: until then they end unsent. Saving it ends the pause.',
      ),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    editable: z.boolean().describe('False for connections from the environment.'),
    supportsConnectionClient: z.boolean(),
    isAsynchronous: z.boolean(),
  })
  .meta({ id: 'Connection' });

const maxInt = 2_147_483_647;
const limit = () => z.int().min(1).max(maxInt).nullable().optional();

const settingFields = {
  description: z.string().max(10_000).optional(),
  multiStatementTransactionEnabled: z.boolean().optional(),
  idleTimeoutSeconds: z.int().min(1).max(maxInt).optional(),
  maxRows: limit(),
  maxConcurrency: limit(),
  queryTimeoutSeconds: limit(),
  readOnly: z.boolean().optional(),
  data: dataSchema.optional(),
};

/** An id that a caller may choose for a new connection. */
export const chosenIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'may hold letters, digits, dots, - and _');

/** `POST /api/connections`. Driver fields may stand in `data` or at the top level. */
export const createConnectionSchema = z
  .looseObject({
    id: chosenIdSchema.optional(),
    name: z.string().trim().min(1).max(255),
    driver: z.string().min(1).max(255),
    ...settingFields,
  })
  .meta({ id: 'CreateConnection' });

/** `PUT /api/connections/:id`: what is left out stays; an empty secret keeps the stored one. */
export const updateConnectionSchema = z
  .looseObject({
    name: z.string().trim().min(1).max(255).optional(),
    driver: z.string().min(1).max(255).optional(),
    ...settingFields,
  })
  .meta({ id: 'UpdateConnection' });

/** `POST /api/test-connection`. With the `id` of a connection its stored secrets are used. */
export const testConnectionSchema = z
  .looseObject({
    id: z.string().max(255).optional().describe('A stored connection that this is a change of.'),
    driver: z.string().min(1).max(255),
    readOnly: z.boolean().optional(),
    data: dataSchema.optional(),
  })
  .meta({ id: 'TestConnection' });

/** What is said of a connection that could be made. */
export const connectionTestSchema = z
  .object({
    warnings: z
      .array(z.string())
      .optional()
      .describe('What an admin should know before it is used; absent when there is nothing.')
      .meta({ examples: [['The user of this connection has high rights (superuser): …']] }),
  })
  .meta({ id: 'ConnectionTest' });

/** Query of both schema endpoints. */
export const schemaQuerySchema = z.object({
  reload: z.string().optional().describe('The text `true` reads the schema anew.'),
});

export type Connection = z.infer<typeof connectionSchema>;
export type CreateConnection = z.infer<typeof createConnectionSchema>;
export type UpdateConnection = z.infer<typeof updateConnectionSchema>;
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
export type TestConnection = z.infer<typeof testConnectionSchema>;
