import type { AuditEvent, DownloadFormat } from '@sluice/contracts';
import type { AuditEventRepository, AuditEventRow, NewAuditEvent } from '@sluice/database';
import type { Principal } from '../identity/principal/index.js';
import type { AuditContext } from './context.js';
import { createAuditRepeats } from './repeats.js';

/** What happened, and from where. */
export interface AuditEntry extends Pick<NewAuditEvent, 'action' | 'target' | 'detail'> {
  /** Done unless given. */
  outcome?: NewAuditEvent['outcome'];
  /** Who did it; null: nobody was signed in. */
  actor: Pick<Principal, 'id' | 'email' | 'name'> | null;
  address: string;
}

/** The record of sign-ins, admin changes and refusals. */
export interface Audit {
  /** Resolves when it is written; a failure is logged and stops nothing. */
  record(entry: AuditEntry): Promise<void>;
  /** Writes what was only counted so far. */
  close(): Promise<void>;
}

/** How long repeated refusals are counted before they are told. */
const windowMs = 10 * 60_000;

/** Writes the record; `onError` hears of what could not be written. */
export function createAudit(
  events: Pick<AuditEventRepository, 'add'>,
  onError: (error: unknown, action: string) => void,
): Audit {
  const repeats = createAuditRepeats();
  const add = (event: NewAuditEvent): Promise<void> =>
    events.add(event).catch((error: unknown) => {
      onError(error, event.action);
    });
  const addCounted = async (): Promise<void> => {
    await Promise.all(repeats.take().map(add));
  };
  const timer = setInterval(() => void addCounted(), windowMs).unref();
  return {
    record: async (entry) => {
      const event = eventOf(entry);
      if (event.outcome === 'done' || repeats.admit(event)) await add(event);
    },
    close: async () => {
      clearInterval(timer);
      await addCounted();
    },
  };
}

/** The event of an entry. */
const eventOf = ({
  action,
  outcome = 'done',
  actor,
  target,
  address,
  detail = {},
}: AuditEntry): NewAuditEvent => ({
  action,
  outcome,
  actorId: actor?.id ?? null,
  actorName: actor === null ? null : auditName(actor),
  target: target ?? null,
  address,
  detail,
});

/** What the record calls somebody: service tokens have no address. */
export const auditName = ({ email, name }: Pick<Principal, 'email' | 'name'>): string | null =>
  email === '' ? name : email;

/** What the audit log keeps of a download, or of a link to all rows. */
export const downloadEvent = (
  context: AuditContext,
  { id, batchId }: { id: string; batchId: string },
  what: { format: DownloadFormat; range?: string | undefined; link?: true },
): AuditEntry => ({
  ...context,
  action: 'result.downloaded',
  target: `statements/${id}`,
  detail: { batchId, ...what },
});

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
