import { z } from 'zod';
import { pageQuerySchema, timestampSchema } from './common.js';
import { auditOutcomes } from './enums.js';

/** A security-relevant event. */
export const auditEventSchema = z
  .object({
    id: z.string().describe('ID of the event.'),
    at: timestampSchema,
    action: z.string().describe('Action, such as `sign_in` or `user.updated`.'),
    outcome: z.enum(auditOutcomes).describe('Whether the action was carried out.'),
    actorId: z.string().nullable().describe('ID of the principal; null when not authenticated.'),
    actorName: z
      .string()
      .nullable()
      .describe('Email address of the user or name of the service token.'),
    target: z.string().nullable().describe('Affected resource, such as `users/<id>`.'),
    address: z.string().nullable().describe('Client address.'),
    detail: z.record(z.string(), z.unknown()).describe('Details; never contains a secret.'),
  })
  .meta({
    id: 'AuditEvent',
    description: 'A security-relevant event.',
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

/** Query parameters of the list. */
export const auditQuerySchema = pageQuerySchema.extend({
  action: z.string().max(255).optional().describe('Only events of this action.'),
  actorId: z.string().max(255).optional().describe('Only events of this user or service token.'),
});

/** See {@link auditEventSchema}. */
export type AuditEvent = z.infer<typeof auditEventSchema>;
/** See {@link auditQuerySchema}. */
export type AuditQuery = z.infer<typeof auditQuerySchema>;
