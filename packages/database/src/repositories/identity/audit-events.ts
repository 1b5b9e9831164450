import type { AuditOutcome } from '@sluice/contracts/enums';
import type { Database } from '../../client.js';
import type { AuditEvent, Prisma } from '../../generated/client.js';
import type { Slice } from '../../slice.js';

export type AuditEventRow = AuditEvent;

/** A security-relevant event. It never contains a secret. */
export interface NewAuditEvent {
  /** Resource and verb, such as `user.updated` or `sign_in`. */
  action: string;
  outcome: AuditOutcome;
  /** Null when the request was not authenticated. */
  actorId: string | null;
  actorName: string | null;
  /** The changed resource, such as `users/<id>`. */
  target?: string | null;
  /** Client address. */
  address?: string | null;
  detail?: Prisma.InputJsonObject;
}

/** A page of the audit log, newest first. */
export interface AuditFilter extends Slice {
  action?: string | undefined;
  actorId?: string | undefined;
}

/** The audit log. Rows are only added. */
export interface AuditEventRepository {
  add(event: NewAuditEvent): Promise<void>;
  list(filter: AuditFilter): Promise<AuditEvent[]>;
}

export function createAuditEventRepository(database: Database): AuditEventRepository {
  return {
    add: async ({ detail = {}, ...event }) => {
      await database.auditEvent.create({ data: { ...event, detail } });
    },
    list: ({ action, actorId, take, skip }) =>
      database.auditEvent.findMany({
        where: {
          ...(action === undefined ? {} : { action }),
          ...(actorId === undefined ? {} : { actorId }),
        },
        orderBy: { id: 'desc' },
        skip,
        ...(take === undefined ? {} : { take }),
      }),
  };
}
