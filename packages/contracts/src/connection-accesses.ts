import { z } from 'zod';
import { pageQuerySchema, timestampSchema, wholeNumberOrDigits } from './common.js';

/** An access row: it lets a principal use a connection until it expires. */
export const connectionAccessSchema = z
  .object({
    id: z.int().describe('ID of the access row.'),
    connectionId: z.string().describe('ID of the connection, or `__EVERY_CONNECTION__`.'),
    connectionName: z.string().describe('Name of the connection, or `Every Connection`.'),
    userId: z.string().describe('ID of the user or service token, or `__EVERYONE__`.'),
    userEmail: z.string().describe('Email address of the user or name of the service token.'),
    duration: z.int().describe('Seconds; 0: it does not expire.'),
    expiryDate: timestampSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({
    id: 'ConnectionAccess',
    description: 'Lets a principal use a connection.',
    examples: [
      {
        id: 7,
        connectionId: 'sample',
        connectionName: 'Sample',
        userId: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
        userEmail: 'ada@example.com',
        duration: 0,
        expiryDate: '2099-01-01T00:00:00.000Z',
        createdAt: '2026-03-01T09:30:00.000Z',
        updatedAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  });

/** `POST /api/connection-accesses`. */
export const createConnectionAccessSchema = z
  .object({
    connectionId: z
      .string()
      .min(1)
      .max(255)
      .describe('ID of the connection, or `__EVERY_CONNECTION__`.'),
    userId: z
      .string()
      .min(1)
      .max(255)
      .describe('ID of the user or service token, or `__EVERYONE__`.'),
    duration: wholeNumberOrDigits(2_147_483_647)
      .nullable()
      .optional()
      .describe(
        'Seconds, as a number or a string of digits. Absent, null or 0: it does not expire.',
      ),
  })
  .meta({
    id: 'CreateConnectionAccess',
    description: 'A new access row.',
    examples: [{ connectionId: 'sample', userId: '__EVERYONE__', duration: 86_400 }],
  });

/** Query parameters of the list. */
export const connectionAccessQuerySchema = pageQuerySchema.extend({
  includeInactives: z.enum(['true', 'false']).optional().describe('`true` includes expired rows.'),
});

/** See {@link connectionAccessSchema}. */
export type ConnectionAccess = z.infer<typeof connectionAccessSchema>;
/** See {@link createConnectionAccessSchema}. */
export type CreateConnectionAccess = z.infer<typeof createConnectionAccessSchema>;
