import { z } from 'zod';
import { timestampSchema } from './common.js';
import { workerPoolSchema } from './worker-pools.js';

const dataSchema = z
  .record(z.string().max(255), z.unknown())
  .describe("The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}.");

const multiStatementSchema = z
  .boolean()
  .describe('A mark for clients: transactions may go on from statement to statement.');

const settingsExample = {
  name: 'Warehouse',
  description: 'Orders since 2019',
  driver: 'postgres',
  data: {
    host: 'db.example.com',
    port: '5432',
    database: 'orders',
    username: 'reader',
    password: '',
  },
  multiStatementTransactionEnabled: false,
  idleTimeoutSeconds: 3_600,
  maxRows: null,
  maxConcurrency: 8,
  queryTimeoutSeconds: 600,
  readOnly: true,
  workerPool: null,
};

const connectionExample = {
  id: 'warehouse',
  ...settingsExample,
  pausedUntil: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  editable: true,
  supportsConnectionClient: true,
  isAsynchronous: false,
  host: 'db.example.com',
  port: '5432',
  database: 'orders',
  username: 'reader',
};

/** Non-secret driver fields are repeated at the top level. */
export const connectionSchema = z
  .looseObject({
    id: z.string().describe('Of the connection.'),
    name: z.string().describe('For people; may repeat.'),
    description: z.string().describe('For people; empty when there is none.'),
    driver: z.string().describe('Id of its engine; see GET /api/drivers.'),
    data: dataSchema.optional().describe('Secrets are "". Only admins see it.'),
    multiStatementTransactionEnabled: multiStatementSchema,
    idleTimeoutSeconds: z.int().describe('A kept-open session without a query ends after this.'),
    maxRows: z.int().nullable().describe('Rows kept of a result; null = the service limit.'),
    maxConcurrency: z.int().nullable().describe('Batches side by side; null = any number.'),
    queryTimeoutSeconds: z.int().nullable().describe('Null = the service limit.'),
    readOnly: z.boolean().describe('The database is told to refuse writes.'),
    workerPool: workerPoolSchema,
    pausedUntil: timestampSchema
      .nullable()
      .describe(
        'Its batches broke worker processes: until then they end unsent. Saving it ends the pause.',
      ),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    editable: z.boolean().describe('False for connections from the environment.'),
    supportsConnectionClient: z.boolean().describe('Sessions may stay open between batches.'),
    isAsynchronous: z.boolean().describe('Statements live on its server, not in a session.'),
  })
  .meta({
    id: 'Connection',
    description: 'A database that batches run on.',
    examples: [connectionExample],
  });

const maxInt = 2_147_483_647;
const limit = (what: string) => z.int().min(1).max(maxInt).nullable().optional().describe(what);

const settingFields = {
  description: z.string().max(10_000).optional().describe('For people.'),
  multiStatementTransactionEnabled: multiStatementSchema.optional(),
  idleTimeoutSeconds: z
    .int()
    .min(1)
    .max(maxInt)
    .optional()
    .describe('A kept-open session without a query ends after this.'),
  maxRows: limit('Rows kept of a result; null = the service limit.'),
  maxConcurrency: limit('Batches side by side; null = any number.'),
  queryTimeoutSeconds: limit('Null = the service limit.'),
  readOnly: z.boolean().optional().describe('The database is told to refuse writes.'),
  workerPool: workerPoolSchema.optional(),
  data: dataSchema.optional(),
};

/** An id that a caller may choose for a new connection. */
export const chosenIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'may hold letters, digits, dots, - and _')
  .describe('An id that you choose; made up unless given.');

const connectionName = z.string().trim().min(1).max(255).describe('For people; may repeat.');

const driverId = z.string().min(1).max(255).describe('Id of its engine; see GET /api/drivers.');

/** `POST /api/connections`. Driver fields may stand in `data` or at the top level. */
export const createConnectionSchema = z
  .looseObject({
    id: chosenIdSchema.optional(),
    name: connectionName,
    driver: driverId,
    ...settingFields,
  })
  .meta({
    id: 'CreateConnection',
    description: "A connection to add. The driver's fields may stand in `data` or beside it.",
    examples: [{ id: 'warehouse', ...settingsExample }],
  });

/** `PUT /api/connections/:id`: what is left out stays; an empty secret keeps the stored one. */
export const updateConnectionSchema = z
  .looseObject({
    name: connectionName.optional(),
    driver: driverId.optional(),
    ...settingFields,
  })
  .meta({
    id: 'UpdateConnection',
    description: 'What is left out stays, and so does a secret that is empty.',
    examples: [settingsExample],
  });

/** `POST /api/test-connection`. With the `id` of a connection its stored secrets are used. */
export const testConnectionSchema = z
  .looseObject({
    id: z.string().max(255).optional().describe('A stored connection that this is a change of.'),
    driver: driverId,
    readOnly: z.boolean().optional().describe('The database is told to refuse writes.'),
    workerPool: workerPoolSchema.optional(),
    data: dataSchema.optional(),
  })
  .meta({
    id: 'TestConnection',
    description: 'What to connect to, once.',
    examples: [
      {
        id: 'warehouse',
        driver: 'postgres',
        readOnly: false,
        workerPool: null,
        data: settingsExample.data,
      },
    ],
  });

/** What is said of a connection that could be made. */
export const connectionTestSchema = z
  .object({
    warnings: z
      .array(z.string())
      .optional()
      .describe('What an admin should know before it is used; absent when there is nothing.'),
  })
  .meta({
    id: 'ConnectionTest',
    description: 'It could be made.',
    examples: [{}, { warnings: ['The user of this connection has high rights (superuser)'] }],
  });

/** Query of both schema endpoints. */
export const schemaQuerySchema = z.object({
  reload: z.string().optional().describe('The text `true` reads the schema anew.'),
});

export type Connection = z.infer<typeof connectionSchema>;
export type CreateConnection = z.infer<typeof createConnectionSchema>;
export type UpdateConnection = z.infer<typeof updateConnectionSchema>;
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
export type TestConnection = z.infer<typeof testConnectionSchema>;
