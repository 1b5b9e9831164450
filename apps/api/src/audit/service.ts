import type { AuditEvent, DownloadFormat } from '@sluice/contracts';
import type { AuditEventRepository, AuditEventRow, NewAuditEvent } from '@sluice/database';
import type { Principal } from '../identity/principal/index.js';
import type { AuditContext } from './context.js';
import { createAuditRepeats } from './repeats.js';

/** An event to record. */
export interface AuditEntry extends Pick<NewAuditEvent, 'action' | 'target' | 'detail'> {
  /** Defaults to `done`. */
  outcome?: NewAuditEvent['outcome'];
  /** The principal; null: the request was anonymous. */
  actor: Pick<Principal, 'id' | 'email' | 'name' | 'token'> | null;
  address: string;
}

/** The audit log: sign-ins, administrative changes and refused requests. */
export interface Audit {
  /** Resolves when the event is written. A failure is logged and does not reject. */
  record(entry: AuditEntry): Promise<void>;
  /** Writes the events that were only counted. */
  close(): Promise<void>;
}

/** Window in which repeated refusals are counted. */
const WINDOW_MS = 10 * 60_000;

/** Creates the audit log; `onError` receives failed writes. */
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
  const timer = setInterval(() => void addCounted(), WINDOW_MS).unref();
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

/** Converts an entry to an event. */
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
  detail: { ...detail, ...(actor?.token && { tokenId: actor.token.id }) },
});

/**
 * Returns the actor's display name, with the name of the personal token. A service token has no email
 * address.
 */
export const auditName = ({
  email,
  name,
  token,
}: Pick<Principal, 'email' | 'name' | 'token'>): string | null =>
  token === undefined ? email || name : `${email} (token ${token.name})`;

/** Returns the event of a download or of a link to all rows; with the owner if they are shared. */
export const downloadEvent = (
  context: AuditContext,
  { id, batchId, share }: { id: string; batchId: string; share: { ownerId: string } | null },
  what: { format: DownloadFormat; range?: string | undefined; link?: true; view?: boolean },
): AuditEntry => ({
  ...context,
  action: 'result.downloaded',
  target: `statements/${id}`,
  detail: { batchId, ...what, ...(share && { ownerId: share.ownerId }) },
});

/** Returns the names of the fields in a request body, never their values. */
export function fieldsOf(body: Record<string, unknown>): string[] {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return given.slice(0, 50).map(([name]) => name.slice(0, 64));
}

/** Presents an event to an admin. */
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
