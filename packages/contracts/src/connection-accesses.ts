import { z } from 'zod';
import { pageQuerySchema, timestampSchema, wholeNumberOrDigits } from './common.js';

/** A row that lets a principal use a connection until it expires. */
export const connectionAccessSchema = z
  .object({
    id: z.int().describe('Of the row.'),
    connectionId: z.string().describe('Or `__EVERY_CONNECTION__`.'),
    connectionName: z.string().describe('`Every Connection` for all of them.'),
    userId: z.string().describe("A user's or a service token's id, or `__EVERYONE__`."),
    userEmail: z.string().describe('The name where it is a service token.'),
    duration: z.int().describe('Seconds; 0 = for good.'),
    expiryDate: timestampSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({
    id: 'ConnectionAccess',
    description: 'Lets somebody use a connection for a time.',
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
    connectionId: z.string().min(1).max(255).describe('Or `__EVERY_CONNECTION__`.'),
    userId: z
      .string()
      .min(1)
      .max(255)
      .describe("A user's or a service token's id, or `__EVERYONE__`."),
    duration: wholeNumberOrDigits(2_147_483_647)
      .nullable()
      .optional()
      .describe('Seconds, as a number or as digits in a string; absent, null or 0 sets no limit.'),
  })
  .meta({
    id: 'CreateConnectionAccess',
    description: 'Who gets access to what, and for how long.',
    examples: [{ connectionId: 'sample', userId: '__EVERYONE__', duration: 86_400 }],
  });

/** Query of the list. */
export const connectionAccessQuerySchema = pageQuerySchema.extend({
  includeInactives: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: also those that have expired.'),
});

export type ConnectionAccess = z.infer<typeof connectionAccessSchema>;
export type CreateConnectionAccess = z.infer<typeof createConnectionAccessSchema>;
