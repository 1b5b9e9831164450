import type { UserRepository } from '@sluice/database';
import { AppError } from '@sluice/errors';

/** 403 for an item of another user. To whoever is of another tenant it does not exist. */
export class ForeignItem extends AppError {
  constructor(readonly ownerId: string) {
    super('forbidden', 403, 'Forbidden');
  }
}

/** Who belongs together. */
export interface Tenants {
  /** Whether two users or service tokens are of one tenant; without tenants everybody is. */
  areOne(id: string, otherId: string): Promise<boolean>;
  /** What lists of users are cut by for a user; undefined without tenants. */
  filterFor(id: string): Promise<{ path: string[]; name: string } | undefined>;
}

/** Tenants by what `path` leads to in the data of users; null: there are none. */
export function createTenants(
  users: Pick<UserRepository, 'tenantOf'>,
  path: string[] | null,
): Tenants {
  if (path === null) {
    return { areOne: () => Promise.resolve(true), filterFor: () => Promise.resolve(undefined) };
  }
  return {
    areOne: async (id, otherId) => {
      const [one, other] = await Promise.all(
        [id, otherId].map((each) => users.tenantOf(each, path)),
      );
      return one === other;
    },
    filterFor: async (id) => ({ path, name: await users.tenantOf(id, path) }),
  };
}
