import type { NewAuditEvent } from '@sluice/database';
import { networkOf } from '../limits/index.js';

/** Counts repeated refusals, so that they do not flood the audit log. */
export interface AuditRepeats {
  /**
   * Returns whether to write the event; otherwise it is counted and reported at the end of the
   * window.
   */
  admit(event: NewAuditEvent): boolean;
  /** Ends the window: returns one event for each repeated kind, with `count` and `since`. */
  take(): NewAuditEvent[];
}

/**
 * Maximum number of distinct kinds in a window; further kinds are counted together for each action.
 */
const MAX_KINDS = 200;

/**
 * Writes the first refusal of each kind (same action, actor, target, network and code) in a window
 * and counts the others. A process writes at most two events for each of 200 kinds in a window,
 * even under a flood.
 */
export function createAuditRepeats(now: () => Date = () => new Date()): AuditRepeats {
  const written = new Set<string>();
  const repeats = new Map<string, { event: NewAuditEvent; count: number; since: Date }>();

  const count = (kind: string, event: NewAuditEvent): void => {
    const known = repeats.get(kind) ?? { event, count: 0, since: now() };
    known.count += 1;
    repeats.set(kind, known);
  };

  return {
    admit: (event) => {
      const kind = kindOf(event);
      const isNew = !written.has(kind);
      if (isNew && written.size < MAX_KINDS) {
        written.add(kind);
        return true;
      }
      if (isNew) count(event.action, withoutActor(event));
      else count(kind, event);
      return false;
    },
    take: () => {
      const events = [...repeats.values()].map(({ event, count, since }) => ({
        ...event,
        detail: { ...event.detail, count, since: since.toISOString() },
      }));
      written.clear();
      repeats.clear();
      return events;
    },
  };
}

const kindOf = ({ action, actorId, target, address, detail }: NewAuditEvent): string =>
  JSON.stringify([action, actorId, target, networkOf(address ?? ''), detail?.['code']]);

const withoutActor = ({ action, outcome }: NewAuditEvent): NewAuditEvent => ({
  action,
  outcome,
  actorId: null,
  actorName: null,
});
