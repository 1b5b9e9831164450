import { z } from 'zod';
import { timestampSchema } from './common.js';
import { environmentColors } from './enums.js';
import { workerPoolSchema } from './worker-pools.js';

const dataSchema = z
  .record(z.string().max(255), z.unknown())
  .describe(
    "The driver's fields by key; see GET /api/drivers. Strings may contain {{user.…}} templates.",
  );

const multiStatementSchema = z
  .boolean()
  .describe('Hint for clients: transactions may span statements.');

const environmentSchema = z
  .string()
  .trim()
  .max(40)
  .describe(
    'Label shown with the connection, such as production; empty: none. The workbench asks before destructive statements if it begins with "prod".',
  );

const environmentColorSchema = z.enum(environmentColors).describe('Colour of the label.');

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
  environment: 'production',
  environmentColor: 'red',
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

/** A connection. Driver fields that are not secret also appear at the top level. */
export const connectionSchema = z
  .looseObject({
    id: z.string().describe('ID of the connection.'),
    name: z.string().describe('Display name; not unique.'),
    description: z.string().describe('Description; may be empty.'),
    driver: z.string().describe('ID of the driver; see GET /api/drivers.'),
    data: dataSchema.optional().describe('Driver fields; secrets are "". Visible to admins only.'),
    multiStatementTransactionEnabled: multiStatementSchema,
    idleTimeoutSeconds: z
      .int()
      .describe('Seconds after which an idle connection client is closed.'),
    maxRows: z
      .int()
      .nullable()
      .describe('Maximum rows of a result; null: the limit of the service.'),
    maxConcurrency: z
      .int()
      .nullable()
      .describe('Maximum concurrent batches; null disables the limit.'),
    queryTimeoutSeconds: z
      .int()
      .nullable()
      .describe('Statement timeout in seconds; null: the limit of the service.'),
    readOnly: z.boolean().describe('Tells the database to reject writes.'),
    workerPool: workerPoolSchema,
    environment: environmentSchema,
    environmentColor: environmentColorSchema,
    pausedUntil: timestampSchema
      .nullable()
      .describe(
        'The connection is paused until then because its batches crashed worker processes. Saving it ends the pause.',
      ),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    editable: z.boolean().describe('False for connections that environment variables define.'),
    supportsConnectionClient: z.boolean().describe('Supports connection clients.'),
    isAsynchronous: z
      .boolean()
      .describe('Statements run on the server independently of a session.'),
  })
  .meta({
    id: 'Connection',
    description: 'A target database.',
    examples: [connectionExample],
  });

const maxInt = 2_147_483_647;
const limit = (what: string) => z.int().min(1).max(maxInt).nullable().optional().describe(what);

const settingFields = {
  description: z.string().max(10_000).optional().describe('Description.'),
  multiStatementTransactionEnabled: multiStatementSchema.optional(),
  idleTimeoutSeconds: z
    .int()
    .min(1)
    .max(maxInt)
    .optional()
    .describe('Seconds after which an idle connection client is closed.'),
  maxRows: limit('Maximum rows of a result; null: the limit of the service.'),
  maxConcurrency: limit('Maximum concurrent batches; null disables the limit.'),
  queryTimeoutSeconds: limit('Statement timeout in seconds; null: the limit of the service.'),
  readOnly: z.boolean().optional().describe('Tells the database to reject writes.'),
  workerPool: workerPoolSchema.optional(),
  environment: environmentSchema.optional(),
  environmentColor: environmentColorSchema.optional(),
  data: dataSchema.optional(),
};

/** The ID of a new connection, when the caller chooses it. */
export const chosenIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'may contain only letters, digits, dots, - and _')
  .describe('ID of the new connection; generated when absent.');

const connectionName = z.string().trim().min(1).max(255).describe('Display name; not unique.');

const driverId = z.string().min(1).max(255).describe('ID of the driver; see GET /api/drivers.');

/** `POST /api/connections`. Driver fields may be in `data` or at the top level. */
export const createConnectionSchema = z
  .looseObject({
    id: chosenIdSchema.optional(),
    name: connectionName,
    driver: driverId,
    ...settingFields,
  })
  .meta({
    id: 'CreateConnection',
    description: 'A new connection. Driver fields may be in `data` or at the top level.',
    examples: [{ id: 'warehouse', ...settingsExample }],
  });

/** `PUT /api/connections/:id`. Omitted fields and empty secrets keep their value. */
export const updateConnectionSchema = z
  .looseObject({
    name: connectionName.optional(),
    driver: driverId.optional(),
    ...settingFields,
  })
  .meta({
    id: 'UpdateConnection',
    description: 'Omitted fields and empty secrets keep their value.',
    examples: [settingsExample],
  });

/** `POST /api/test-connection`. With an `id`, empty secrets use the stored ones. */
export const testConnectionSchema = z
  .looseObject({
    id: z
      .string()
      .max(255)
      .optional()
      .describe('ID of the stored connection that is being edited.'),
    driver: driverId,
    readOnly: z.boolean().optional().describe('Tells the database to reject writes.'),
    workerPool: workerPoolSchema.optional(),
    data: dataSchema.optional(),
  })
  .meta({
    id: 'TestConnection',
    description: 'Connection settings to test.',
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

/** The result of a successful connection test. */
export const connectionTestSchema = z
  .object({
    warnings: z
      .array(z.string())
      .optional()
      .describe('Warnings for the admin; absent when there are none.'),
  })
  .meta({
    id: 'ConnectionTest',
    description: 'The connection succeeded.',
    examples: [{}, { warnings: ['The user of this connection has high privileges (superuser)'] }],
  });

/** Query parameters of both schema endpoints. */
export const schemaQuerySchema = z.object({
  reload: z.string().optional().describe('`true` refreshes the cached schema.'),
});

/** See {@link connectionSchema}. */
export type Connection = z.infer<typeof connectionSchema>;
/** See {@link createConnectionSchema}. */
export type CreateConnection = z.infer<typeof createConnectionSchema>;
/** See {@link updateConnectionSchema}. */
export type UpdateConnection = z.infer<typeof updateConnectionSchema>;
/** See {@link connectionTestSchema}. */
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
/** See {@link testConnectionSchema}. */
export type TestConnection = z.infer<typeof testConnectionSchema>;
