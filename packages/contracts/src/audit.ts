import { z } from 'zod';
import { pageQuerySchema, timestampSchema } from './common.js';
import { auditOutcomes } from './enums.js';

/** Something that happened to accounts, rights or secrets. */
export const auditEventSchema = z
  .object({
    id: z.string().describe('Of the event.'),
    at: timestampSchema,
    action: z.string().describe('Such as `sign_in` or `user.updated`.'),
    outcome: z.enum(auditOutcomes).describe('Whether it came to pass.'),
    actorId: z.string().nullable().describe('Null: nobody was signed in.'),
    actorName: z.string().nullable().describe("The user's address or the service token's name."),
    target: z.string().nullable().describe('What it was done to, such as `users/<id>`.'),
    address: z.string().nullable().describe('Network address of who did it.'),
    detail: z.record(z.string(), z.unknown()).describe('Never holds a secret.'),
  })
  .meta({
    id: 'AuditEvent',
    description: 'Something that happened to accounts, rights or secrets.',
    examples: [
      {
        id: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22',
        at: '2026-03-01T09:30:00.000Z',
        action: 'user.updated',
        outcome: 'done',
        actorId: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
        actorName: 'ada@example.com',
        target: 'users/01964e1a',
        address: '192.0.2.7',
        detail: { fields: ['role'] },
      },
    ],
  });

/** Query of the list. */
export const auditQuerySchema = pageQuerySchema.extend({
  action: z.string().max(255).optional().describe('Only events of this action.'),
  actorId: z.string().max(255).optional().describe('Only what this user or token did.'),
});

export type AuditEvent = z.infer<typeof auditEventSchema>;
export type AuditQuery = z.infer<typeof auditQuerySchema>;
