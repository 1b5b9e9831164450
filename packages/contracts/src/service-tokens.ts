import { z } from 'zod';
import { timestampSchema } from './common.js';
import { roles } from './users.js';

/** A credential of a program, in lists. */
export const serviceTokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(roles),
    duration: z.int().nullable().describe('Hours; null = for good.'),
    expiryDate: timestampSchema.nullable(),
    maskedToken: z.string().describe('The end of the token, to be told from others by.'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'ServiceToken' });

/** The answer to its creation: the only one that has the token. */
export const createdServiceTokenSchema = serviceTokenSchema
  .extend({ token: z.string().describe('For `Authorization: Bearer`. Shown here only.') })
  .meta({ id: 'CreatedServiceToken' });

/** A hundred years. */
const maxHours = 876_000;

/** `POST /api/service-tokens`. */
export const createServiceTokenSchema = z
  .object({
    name: z.string().trim().min(1).max(255),
    role: z.enum(roles),
    duration: z
      .int()
      .min(0)
      .max(maxHours)
      .nullable()
      .optional()
      .describe('Hours; absent, null or 0 = for good.'),
  })
  .meta({ id: 'CreateServiceToken' });

export type ServiceToken = z.infer<typeof serviceTokenSchema>;
export type CreatedServiceToken = z.infer<typeof createdServiceTokenSchema>;
export type CreateServiceToken = z.infer<typeof createServiceTokenSchema>;
