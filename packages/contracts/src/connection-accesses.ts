import { z } from 'zod';
import { pageQuerySchema, timestampSchema } from './common.js';

/** A row that lets a principal use a connection until it expires. */
export const connectionAccessSchema = z
  .object({
    id: z.int(),
    connectionId: z.string().describe('Or `__EVERY_CONNECTION__`.'),
    connectionName: z.string(),
    userId: z.string().describe("A user's or a service token's id, or `__EVERYONE__`."),
    userEmail: z.string().describe('The name where it is a service token.'),
    duration: z.int().describe('Seconds; 0 = for good.'),
    expiryDate: timestampSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'ConnectionAccess' });

/** `POST /api/connection-accesses`. */
export const createConnectionAccessSchema = z
  .object({
    connectionId: z.string().min(1).max(255),
    userId: z.string().min(1).max(255),
    duration: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .nullable()
      .optional()
      .describe('Seconds; absent, null or 0 = for good.'),
  })
  .meta({ id: 'CreateConnectionAccess' });

/** Query of the list. */
export const connectionAccessQuerySchema = pageQuerySchema.extend({
  includeInactives: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: also those that have expired.'),
});

export type ConnectionAccess = z.infer<typeof connectionAccessSchema>;
export type CreateConnectionAccess = z.infer<typeof createConnectionAccessSchema>;
