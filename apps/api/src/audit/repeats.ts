import type { NewAuditEvent } from '@sluice/database';
import { networkOf } from '../limits/index.js';

/** Keeps what is refused over and over from filling the record. */
export interface AuditRepeats {
  /** Whether the event is to be written; else it is counted, and told at the end of the window. */
  admit(event: NewAuditEvent): boolean;
  /** Ends the window: an event for each kind that came again, with `count` and since when. */
  take(): NewAuditEvent[];
}

/** Kinds that are told apart in one window; what comes beyond is told in one event for each action. */
const mostKinds = 200;

/**
 * Of refusals alike in action, actor, target, network and code, the first of a window is an event and the rest
 * are a count: one process adds two events for each of 200 kinds in a window at most, whoever floods it.
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
      if (isNew && written.size < mostKinds) {
        written.add(kind);
        return true;
      }
      if (isNew) count(event.action, ofAnybody(event));
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

const ofAnybody = ({ action, outcome }: NewAuditEvent): NewAuditEvent => ({
  action,
  outcome,
  actorId: null,
  actorName: null,
});
