import type { AuditEvent } from '@sluice/contracts';
import type { AuditEventRepository, AuditEventRow, NewAuditEvent } from '@sluice/database';
import type { Principal } from '../principal.js';

/** What happened, and from where. */
export interface AuditEntry extends Pick<NewAuditEvent, 'action' | 'target' | 'detail'> {
  /** Done unless given. */
  outcome?: NewAuditEvent['outcome'];
  /** Who did it; null: nobody was signed in. */
  actor: Pick<Principal, 'id' | 'email' | 'name'> | null;
  address: string;
}

/** Who asks, and from where. */
export interface Who {
  actor: Principal;
  /** Network address of the peer. */
  address: string;
}

/** The record of sign-ins and admin changes. */
export interface Audit {
  /** Resolves when it is written; a failure is logged and stops nothing. */
  record(entry: AuditEntry): Promise<void>;
}

/** Writes the record; `onError` hears of what could not be written. */
export function createAudit(
  events: Pick<AuditEventRepository, 'add'>,
  onError: (error: unknown, action: string) => void,
): Audit {
  return {
    record: async ({ action, outcome = 'done', actor, target, address, detail = {} }) => {
      try {
        await events.add({
          action,
          outcome,
          actorId: actor?.id ?? null,
          // Service tokens have no address.
          actorName: (actor?.email === '' ? actor.name : actor?.email) ?? null,
          target: target ?? null,
          address,
          detail,
        });
      } catch (error) {
        onError(error, action);
      }
    },
  };
}

/** The names of the fields that a request sends, for the record: never what they hold. */
export function fieldsOf(body: Record<string, unknown>): string[] {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return given.slice(0, 50).map(([name]) => name.slice(0, 64));
}

/** An event as admins see it. */
export const presentAuditEvent = (row: AuditEventRow): AuditEvent => ({
  id: String(row.id),
  at: row.at.toISOString(),
  action: row.action,
  outcome: row.outcome === 'done' ? 'done' : 'refused',
  actorId: row.actorId,
  actorName: row.actorName,
  target: row.target,
  address: row.address,
  detail: row.detail as AuditEvent['detail'],
});
