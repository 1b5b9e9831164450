import { readersOf, type NewAclRow } from '@sluice/database';
import {
  everyone,
  freeIds,
  nothingPlanned,
  type Existing,
  type Planned,
  type UserLookup,
} from './plan.js';
import type { SourceRows } from './sqlpad/rows.js';

/** A saved query to write, with its tags and sharing rows. */
export interface PlannedQuery {
  id: string;
  name: string;
  connectionId: string | null;
  queryText: string;
  chart: object | null;
  tags: string[];
  ownerId: string | null;
  createdBy: string;
  updatedBy: string;
  readers: string[];
  acl: (NewAclRow & { id: number | undefined })[];
  createdAt: Date;
  updatedAt: Date;
}

/** Plans saved queries. A query whose author does not exist has no owner; admins still see it. */
export function planQueries(
  source: SourceRows,
  existing: Existing,
  { userOf }: { userOf: UserLookup },
): Planned<PlannedQuery> {
  const plan = nothingPlanned<PlannedQuery>();
  const ids = new Set(existing.queries.map(({ id }) => id));
  const keepId = freeIds(existing.acl.map(({ id }) => id));
  const tagsOf = Map.groupBy(source.query_tags, ({ query_id }) => query_id);
  const aclOf = Map.groupBy(source.query_acl, ({ query_id }) => query_id);
  for (const row of source.queries) {
    const subject = `query ${row.name} (${row.id})`;
    if (ids.has(row.id)) {
      plan.present += 1;
      continue;
    }
    const note = (reason: string) => plan.notes.push({ subject, reason });
    const ownerId = userOf(row.created_by) ?? null;
    if (ownerId === null) note(`author ${row.created_by} not found: imported without an owner`);
    const chart = isChart(row.chart) ? row.chart : null;
    if (chart === null && row.chart !== null && row.chart !== undefined)
      note('chart of an unknown form left out');
    const acl = (aclOf.get(row.id) ?? []).flatMap((given) => {
      const shared = aclRow(given, userOf);
      if (shared === null) note('sharing with an unknown user left out');
      return shared === null ? [] : [{ ...shared, id: keepId(given.id) }];
    });
    plan.rows.push({
      id: row.id,
      name: row.name,
      connectionId: row.connection_id,
      queryText: row.query_text ?? '',
      chart,
      tags: [...new Set((tagsOf.get(row.id) ?? []).map(({ tag }) => tag.trim()))]
        .filter((tag) => tag !== '')
        .sort(),
      ownerId,
      createdBy: ownerId ?? row.created_by,
      updatedBy:
        (row.updated_by === null ? undefined : userOf(row.updated_by)) ??
        row.updated_by ??
        ownerId ??
        row.created_by,
      readers: readersOf(ownerId, acl),
      acl,
      createdAt: row.created_at,
      updatedAt: row.updated_at ?? row.created_at,
    });
  }
  return plan;
}

function aclRow(row: SourceRows['query_acl'][number], userOf: UserLookup): NewAclRow | null {
  const { user_id, group_id, write } = row;
  // Before groups existed, a user id could stand for everyone.
  if (group_id === everyone || user_id === everyone)
    return { userId: null, groupId: everyone, write };
  const userId = user_id === null ? undefined : userOf(user_id);
  return userId === undefined ? null : { userId, groupId: null, write };
}

const isChart = (value: unknown): value is { chartType: string } =>
  typeof value === 'object' &&
  value !== null &&
  'chartType' in value &&
  typeof value.chartType === 'string';
