import { z } from 'zod';
import { timestampSchema } from './common.js';

/** What a user may do; connections and users are managed by admins. */
export const roles = ['admin', 'editor'] as const;

/** A user as everybody who is signed in sees them. */
export const userSchema = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string(),
    ldapId: z.string().nullable(),
    role: z.enum(roles),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Values for connection templates; only admins see them.'),
    disabled: z.boolean().optional().describe('Only admins see it.'),
  })
  .meta({ id: 'User' });

export type Role = (typeof roles)[number];
export type User = z.infer<typeof userSchema>;
