import type { UserRepository } from '@sluice/database';
import { AppError } from '@sluice/errors';

/** 403 for an item of another user. For users of other tenants it becomes a 404. */
export class ForeignItem extends AppError {
  constructor(readonly ownerId: string) {
    super('forbidden', 403, 'Forbidden');
  }
}

/** Compares the tenants of users. */
export interface Tenants {
  /**
   * Returns whether two users or service tokens belong to one tenant; without tenants always true.
   */
  isSameTenant(id: string, otherId: string): Promise<boolean>;
  /** Returns the filter for lists of users that a user may see; undefined without tenants. */
  filterFor(id: string): Promise<{ path: string[]; name: string } | undefined>;
}

/** Reads the tenant at `path` in the user's data; null: tenants are not configured. */
export function createTenants(
  users: Pick<UserRepository, 'tenantOf'>,
  path: string[] | null,
): Tenants {
  if (path === null) {
    return {
      isSameTenant: () => Promise.resolve(true),
      filterFor: () => Promise.resolve(undefined),
    };
  }
  return {
    isSameTenant: async (id, otherId) => {
      const [one, other] = await Promise.all(
        [id, otherId].map((each) => users.tenantOf(each, path)),
      );
      return one === other;
    },
    filterFor: async (id) => ({ path, name: await users.tenantOf(id, path) }),
  };
}
