import { createHash } from 'node:crypto';
import type { Query, QueryListItem } from '@sluice/contracts';
import type { ListedQuery, QueryRow } from '@sluice/database';
import type { Principal } from '../identity/principal/index.js';
import type { QueryRights } from './rights.js';

/** A query as its readers see it, with its tag. */
export interface PresentedQuery {
  body: Query;
  /** Strong, as If-Match asks. Of a compressed answer it is the tag of what was compressed. */
  etag: string;
}

/** A query for somebody with these rights. */
export function presentQuery(row: QueryRow, rights: QueryRights): PresentedQuery {
  const body: Query = {
    id: row.id,
    name: row.name,
    connectionId: row.connectionId,
    queryText: row.queryText,
    chart: row.chart as Query['chart'],
    tags: row.tags,
    acl: row.acl.map(({ id, userId, groupId, write }) => ({ id, userId, groupId, write })),
    createdBy: row.createdBy,
    createdByUser: row.createdByUser,
    updatedBy: row.updatedBy,
    updatedByUser: row.updatedByUser,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...rights,
  };
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  return { body, etag: `"${row.version}-${hash}"` };
}

/**
 * Whether an `If-Match` header names the version, whatever else the tag says: names of people are in the
 * body, too. A proxy that compresses makes a tag weak, which says nothing against it here.
 */
export function namesVersion(ifMatch: string, version: number): boolean {
  if (ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => {
    const [, named] = /^(?:W\/)?"(\d+)-[\w-]*"$/.exec(tag.trim()) ?? [];
    return named === String(version);
  });
}

/** A query in a list as somebody sees it. */
export function presentListedQuery(
  { isOwn, mayWrite, createdAt, updatedAt, ...row }: ListedQuery,
  { role }: Pick<Principal, 'role'>,
): QueryListItem {
  const isMaster = isOwn || role === 'admin';
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    canRead: true,
    canWrite: isMaster || mayWrite,
    canDelete: isMaster,
  };
}
