import { everyConnection } from '@sluice/database';
import {
  everyone,
  freeIds,
  nothingPlanned,
  type Existing,
  type Planned,
  type UserLookup,
} from './plan.js';
import type { SourceRows } from './sqlpad/rows.js';

/** An access row to write; without an id it gets the next one. */
export interface PlannedAccess {
  id: number | undefined;
  connectionId: string;
  userId: string;
  duration: number;
  expiryDate: Date;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Plans access rows between existing users and connections. Expired rows are included, because they document
 * past access.
 */
export function planAccesses(
  source: SourceRows,
  existing: Existing,
  { userOf, connectionIds }: { userOf: UserLookup; connectionIds: ReadonlySet<string> },
): Planned<PlannedAccess> {
  const plan = nothingPlanned<PlannedAccess>();
  const keyOf = (row: { connectionId: string; userId: string; expiryDate: Date }): string =>
    JSON.stringify([row.connectionId, row.userId, row.expiryDate.getTime()]);
  const present = new Set(existing.accesses.map(keyOf));
  const keepId = freeIds(existing.accesses.map(({ id }) => id));
  for (const row of source.connection_accesses) {
    const subject = `access ${row.id} (${row.user_id} to ${row.connection_id})`;
    const userId = row.user_id === everyone ? everyone : userOf(row.user_id);
    const isKnown = row.connection_id === everyConnection || connectionIds.has(row.connection_id);
    if (userId === undefined || !isKnown) {
      const reason = isKnown ? 'user not found' : 'connection not found';
      plan.leftOut.push({ subject, reason });
      continue;
    }
    const access = { connectionId: row.connection_id, userId, expiryDate: row.expiry_date };
    if (present.has(keyOf(access))) {
      plan.present += 1;
      continue;
    }
    plan.rows.push({
      ...access,
      id: keepId(row.id),
      duration: row.duration,
      createdAt: row.created_at,
      updatedAt: row.updated_at ?? row.created_at,
    });
  }
  return plan;
}
