import { whole, userDataPath } from './rules.js';

/** Tenants and their limits. */
export const tenantSettings = {
  SERVICE_TENANT_FIELD: userDataPath.describe(
    'Path in the user data that names the tenant, e.g. `data.tenant`. Unset: each user is a tenant.',
  ),
  SERVICE_MAX_RUNNING_PER_TENANT: whole(0, { min: 0, max: 1_000_000 }).describe(
    'Maximum running batches per tenant; 0 disables the limit.',
  ),
  SERVICE_MAX_RUNNING_PER_USER: whole(0, { min: 0, max: 1_000_000 }).describe(
    'Maximum running batches per user; 0 disables the limit.',
  ),
  SERVICE_MAX_QUEUED_PER_TENANT: whole(10_000, { min: 0, max: 1_000_000 }).describe(
    'Maximum waiting batches per tenant (then 429); 0 disables the limit.',
  ),
  SERVICE_MAX_CLIENTS_PER_TENANT: whole(100, { min: 0, max: 1_000_000 }).describe(
    'Maximum open connection clients per tenant (then 429); 0 disables the limit.',
  ),
  SERVICE_MAX_STORED_MB_PER_TENANT: whole(0, { min: 0, max: 1_000_000_000 }).describe(
    'Maximum megabytes of stored results per tenant. Beyond it new batches are rejected; 0 disables the limit.',
  ),
} as const;
