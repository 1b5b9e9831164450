import type { Query, UpdateQuery } from '@sluice/contracts';

/** Who can access a query, as the form shows it. */
export interface Sharing {
  everyone: 'none' | 'read' | 'write';
  /** IDs of users and service tokens that can read. */
  readers: string[];
  /** IDs of users and service tokens that can read and write. */
  writers: string[];
}

/** Returns the sharing of an access list. A user with several entries gets the highest access. */
export function sharingOf(acl: Query['acl']): Sharing {
  const everyone = acl.filter(({ groupId }) => groupId === '__EVERYONE__');
  const idsOf = (write: boolean): string[] =>
    acl.flatMap((row) => (row.write === write && row.userId !== null ? [row.userId] : []));
  const writers = [...new Set(idsOf(true))];
  return {
    everyone:
      everyone.length === 0 ? 'none' : everyone.some(({ write }) => write) ? 'write' : 'read',
    readers: [...new Set(idsOf(false))].filter((id) => !writers.includes(id)),
    writers,
  };
}

/** Returns the access list of a sharing. */
export function aclOf({ everyone, readers, writers }: Sharing): NonNullable<UpdateQuery['acl']> {
  return [
    ...(everyone === 'none'
      ? []
      : [{ groupId: '__EVERYONE__' as const, write: everyone === 'write' }]),
    ...writers.map((userId) => ({ userId, write: true })),
    ...readers.filter((id) => !writers.includes(id)).map((userId) => ({ userId, write: false })),
  ];
}
