import { z } from 'zod';
import { pageQuerySchema, timestampSchema } from './common.js';

/** Something that happened to accounts, rights or secrets. */
export const auditEventSchema = z
  .object({
    id: z.string(),
    at: timestampSchema,
    action: z.string().describe('Such as `sign_in` or `user.updated`.'),
    outcome: z.enum(['done', 'refused']),
    actorId: z.string().nullable().describe('Null: nobody was signed in.'),
    actorName: z.string().nullable().describe("The user's address or the service token's name."),
    target: z.string().nullable().describe('What it was done to, such as `users/<id>`.'),
    address: z.string().nullable().describe('Network address of who did it.'),
    detail: z.record(z.string(), z.unknown()).describe('Never holds a secret.'),
  })
  .meta({ id: 'AuditEvent' });

/** Query of the list. */
export const auditQuerySchema = pageQuerySchema.extend({
  action: z.string().max(255).optional(),
  actorId: z.string().max(255).optional(),
});

export type AuditEvent = z.infer<typeof auditEventSchema>;
export type AuditQuery = z.infer<typeof auditQuerySchema>;
