import { notFound } from '@sluice/errors';
import type { Scope } from '../scope.js';
import { ForeignItem, type Tenants } from '../services/tenants.js';

/** Answers 404 for what is another tenant's, as if it were not there; everything else goes on as it is. */
export function hideOtherTenants(scope: Scope, tenants: Tenants): void {
  scope.setErrorHandler(async (error, { principal }) => {
    if (error instanceof ForeignItem && principal !== null) {
      if (!(await tenants.areOne(principal.id, error.ownerId))) throw notFound();
    }
    throw error;
  });
}
