import type { SourceRows } from './sqlpad/rows.js';

/** Something that was left out or changed on the way, for the report. Holds no secret. */
export interface Remark {
  /** What it is about, such as `connection Sales (9f0c…)`. */
  subject: string;
  reason: string;
}

/** What becomes of the rows of one kind. */
export interface Planned<Row> {
  /** Rows to write. */
  rows: Row[];
  /** Rows that are here already and stay as they are. */
  present: number;
  leftOut: Remark[];
  /** About rows that are written. */
  notes: Remark[];
}

/** An empty plan. */
export const nothingPlanned = <Row>(): Planned<Row> => ({
  rows: [],
  present: 0,
  leftOut: [],
  notes: [],
});

/** What the target holds already, as far as a plan depends on it. */
export interface Existing {
  users: { id: string; email: string; ldapId: string | null }[];
  connections: { id: string }[];
  accesses: { id: number; connectionId: string; userId: string; expiryDate: Date }[];
  queries: { id: string }[];
  acl: { id: number }[];
}

/** Names that the old service and this one share. */
export const everyone = '__EVERYONE__';

/** The id here of an old user's id or, in rows of its older versions, e-mail address; undefined for none. */
export type UserLookup = (idOrEmail: string) => string | undefined;

/**
 * Where each old user is found here: a user with the same e-mail address is the same person, whatever the id.
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

/** Keeps the id of a numbered row where it is free here. */
export function freeIds(taken: Iterable<number>): (id: number) => number | undefined {
  const used = new Set(taken);
  return (id) => {
    if (used.has(id)) return undefined;
    used.add(id);
    return id;
  };
}
