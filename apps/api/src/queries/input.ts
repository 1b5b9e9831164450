import type { CreateQuery } from '@sluice/contracts';
import type { NewAclRow, QueryRepository } from '@sluice/database';
import { badRequest } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import type { Tenants } from '../tenants/index.js';

type AclInput = NonNullable<CreateQuery['acl']>;

/** Merges rows of the same user or group, keeping the stronger right. */
export function aclOf(rows: AclInput): NewAclRow[] {
  const best = new Map<string, NewAclRow>();
  for (const { userId = null, groupId = null, write = false } of rows) {
    const key = JSON.stringify([userId, groupId]);
    best.set(key, { userId, groupId, write: write || best.get(key)?.write === true });
  }
  return [...best.values()];
}

/** Returns whether two ACLs are equal, in any order. */
export function sameAcl(one: NewAclRow[], other: NewAclRow[]): boolean {
  const keyOf = ({ userId, groupId, write }: NewAclRow) => JSON.stringify([userId, groupId, write]);
  const keys = new Set(one.map(keyOf));
  return keys.size === other.length && other.every((row) => keys.has(keyOf(row)));
}

/** Trims tags and removes blank and repeated ones. */
export const tagsOf = (tags: string[]): string[] => [
  ...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== '')),
];

/**
 * Refuses unknown users. For principals who are not admins, users of other tenants are unknown.
 *
 * @throws AppError 400
 */
export async function requireGrantees(
  { queries, tenants }: { queries: Pick<QueryRepository, 'unknownPrincipals'>; tenants: Tenants },
  { id, role }: Principal,
  rows: AclInput,
): Promise<void> {
  const given = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const unknown = new Set(await queries.unknownPrincipals(given));
  if (role !== 'admin') {
    for (const each of given) if (!(await tenants.isSameTenant(id, each))) unknown.add(each);
  }
  const errors = rows.flatMap(({ userId }, index) =>
    unknown.has(userId ?? '')
      ? [{ path: `acl.${index}.userId`, message: 'User does not exist' }]
      : [],
  );
  if (errors.length > 0) throw badRequest(errors);
}
