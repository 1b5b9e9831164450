import { auditEventSchema, auditQuerySchema } from '@sluice/contracts';
import type { AuditEventRepository } from '@sluice/database';
import { z } from 'zod';
import { errorResponses, type Scope, sendPage, sliceOf } from '../http/index.js';
import { presentAuditEvent } from './service.js';

/** The audit log is always read in pages. */
const MAX_EVENTS = 1_000;

/** `GET /api/audit`, for a scope of admins. */
export function registerAudit(scope: Scope, events: Pick<AuditEventRepository, 'list'>): void {
  scope.route({
    method: 'GET',
    url: '/api/audit',
    schema: {
      summary: `List audit events, newest first; at most ${MAX_EVENTS}`,
      tags: ['audit'],
      querystring: auditQuerySchema,
      response: { 200: z.array(auditEventSchema), ...errorResponses },
    },
    handler: async (request, reply) => {
      const { action, actorId, ...page } = request.query;
      const rows = await events.list({ action, actorId, ...sliceOf(page, MAX_EVENTS) });
      return sendPage(request, reply, page, rows, MAX_EVENTS).map(presentAuditEvent);
    },
  });
}
