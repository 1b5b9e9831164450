import type { AuditEventRepository, NewAuditEvent } from '@sluice/database';
import type { Principal } from '../principal.js';

/** What happened, and from where. */
export interface AuditEntry extends Pick<NewAuditEvent, 'action' | 'target' | 'detail'> {
  /** Done unless given. */
  outcome?: NewAuditEvent['outcome'];
  /** Who did it; null: nobody was signed in. */
  actor: Pick<Principal, 'id' | 'email'> | null;
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
          actorName: actor?.email ?? null,
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
