import { createHash } from 'node:crypto';
import type { Query, QueryListItem } from '@sluice/contracts';
import type { ListedQuery, QueryRow } from '@sluice/database';
import type { Principal } from '../identity/principal/index.js';
import type { QueryRights } from './rights.js';

/** A query as presented to a reader, and its entity tag. */
export interface PresentedQuery {
  body: Query;
  /**
   * A strong tag, as If-Match requires. A compressed response has the tag of its uncompressed body.
   */
  etag: string;
}

/** Presents a query with the principal's rights. */
export function presentQuery(row: QueryRow, rights: QueryRights): PresentedQuery {
  const body: Query = {
    id: row.id,
    name: row.name,
    connectionId: row.connectionId,
    queryText: row.queryText,
    parameters: row.parameters as Query['parameters'],
    chart: row.chart as Query['chart'],
    tags: row.tags,
    runAs: row.runAs,
    exposeAsTool: row.exposeAsTool,
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
 * Returns whether an `If-Match` header names the version. The rest of the tag is ignored, because
 * the body contains names of users. A weak tag is accepted: a proxy that compresses makes tags
 * weak.
 */
export function namesVersion(ifMatch: string, version: number): boolean {
  if (ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => {
    const [, named] = /^(?:W\/)?"(\d+)-[\w-]*"$/.exec(tag.trim()) ?? [];
    return named === String(version);
  });
}

/** Presents a query in a list. */
export function presentListedQuery(
  { isOwn, mayWrite, createdAt, updatedAt, ...row }: ListedQuery,
  { role }: Pick<Principal, 'role'>,
): QueryListItem {
  const isOwnerOrAdmin = isOwn || role === 'admin';
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    canRead: true,
    canWrite: isOwnerOrAdmin || mayWrite,
    canDelete: isOwnerOrAdmin,
  };
}
