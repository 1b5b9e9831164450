import type { SourceRows } from './sqlpad/rows.js';

/** Something that was left out or changed, for the report. It contains no secret. */
export interface Remark {
  /** The subject, such as `connection Sales (9f0c…)`. */
  subject: string;
  reason: string;
}

/** The plan for one kind of rows. */
export interface Planned<Row> {
  /** Rows to write. */
  rows: Row[];
  /** Number of rows that already exist and are unchanged. */
  present: number;
  leftOut: Remark[];
  /** Remarks about rows that are written. */
  notes: Remark[];
}

/** Returns an empty plan. */
export const nothingPlanned = <Row>(): Planned<Row> => ({
  rows: [],
  present: 0,
  leftOut: [],
  notes: [],
});

/** The existing rows that a plan depends on. */
export interface Existing {
  users: { id: string; email: string; ldapId: string | null }[];
  connections: { id: string }[];
  accesses: { id: number; connectionId: string; userId: string; expiryDate: Date }[];
  queries: { id: string }[];
  acl: { id: number }[];
}

/** A user id that the old service and this one share. */
export const everyone = '__EVERYONE__';

/**
 * Returns the user id here for an id or, in older rows, an e-mail address of the old service; undefined if
 * there is none.
 */
export type UserLookup = (idOrEmail: string) => string | undefined;

/**
 * Creates the lookup of old users. A user with the same e-mail address is the same person, whatever the id.
 */
export function userLookup(
  source: SourceRows,
  existing: Existing,
  created: { id: string }[],
): UserLookup {
  const idByEmail = new Map(existing.users.map(({ id, email }) => [email, id]));
  const here = new Set([...existing.users, ...created].map(({ id }) => id));
  const ids = new Map<string, string>();
  for (const { id, email } of source.users) {
    const normalized = email?.trim().toLowerCase() ?? '';
    const found = here.has(id) ? id : idByEmail.get(normalized);
    if (found === undefined) continue;
    ids.set(id, found);
    if (normalized !== '') ids.set(normalized, found);
  }
  return (idOrEmail) => ids.get(idOrEmail) ?? ids.get(idOrEmail.trim().toLowerCase());
}

/** Returns a function that keeps the id of a numbered row if it is free. */
export function freeIds(taken: Iterable<number>): (id: number) => number | undefined {
  const used = new Set(taken);
  return (id) => {
    if (used.has(id)) return undefined;
    used.add(id);
    return id;
  };
}
