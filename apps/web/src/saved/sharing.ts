import type { Query, UpdateQuery } from '@sluice/contracts';

/** With whom a query is shared, as a person chooses it. */
export interface Sharing {
  everyone: 'nobody' | 'read' | 'write';
  /** Ids of users and service tokens who may read. */
  readers: string[];
  /** Ids of those who may also write. */
  writers: string[];
}

/** What a query's rows allow; who has several has the best one. */
export function sharingOf(acl: Query['acl']): Sharing {
  const everyone = acl.filter(({ groupId }) => groupId === '__EVERYONE__');
  const idsOf = (write: boolean): string[] =>
    acl.flatMap((row) => (row.write === write && row.userId !== null ? [row.userId] : []));
  const writers = [...new Set(idsOf(true))];
  return {
    everyone:
      everyone.length === 0 ? 'nobody' : everyone.some(({ write }) => write) ? 'write' : 'read',
    readers: [...new Set(idsOf(false))].filter((id) => !writers.includes(id)),
    writers,
  };
}

/** The rows that allow it. */
export function aclOf({ everyone, readers, writers }: Sharing): NonNullable<UpdateQuery['acl']> {
  return [
    ...(everyone === 'nobody'
      ? []
      : [{ groupId: '__EVERYONE__' as const, write: everyone === 'write' }]),
    ...writers.map((userId) => ({ userId, write: true })),
    ...readers.filter((id) => !writers.includes(id)).map((userId) => ({ userId, write: false })),
  ];
}
