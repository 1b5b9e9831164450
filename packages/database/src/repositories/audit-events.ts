import type { Database } from '../client.js';
import type { AuditEvent, Prisma } from '../generated/client.js';
import type { Slice } from '../slice.js';

export type AuditEventRow = AuditEvent;

/** Something that happened to accounts, rights or secrets; never holds one. */
export interface NewAuditEvent {
  /** Resource and verb, such as `user.updated` or `sign_in`. */
  action: string;
  outcome: 'done' | 'refused';
  /** Null: nobody was signed in. */
  actorId: string | null;
  actorName: string | null;
  /** What it was done to, such as `users/<id>`. */
  target?: string | null;
  /** Network address of who did it. */
  address?: string | null;
  detail?: Prisma.InputJsonObject;
}

/** Which events a list shows, newest first. */
export interface AuditFilter extends Slice {
  action?: string | undefined;
  actorId?: string | undefined;
}

/** The record of sign-ins and admin changes; rows are only ever added. */
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
