import { whole, userDataPath } from './rules.js';

/** Fairness between tenants and their limits. */
export const tenantSettings = {
  SERVICE_TENANT_FIELD: userDataPath.describe(
    'Whom fairness and limits count by, such as data.tenant; unset = each user.',
  ),
  SERVICE_MAX_RUNNING_PER_TENANT: whole(0, { min: 0, max: 1_000_000 }).describe(
    'Batches of a tenant that run side by side; 0 = any number.',
  ),
  SERVICE_MAX_RUNNING_PER_USER: whole(0, { min: 0, max: 1_000_000 }).describe(
    'Batches of a user that run side by side; 0 = any number.',
  ),
  SERVICE_MAX_QUEUED_PER_TENANT: whole(10_000, { min: 0, max: 1_000_000 }).describe(
    'Batches of a tenant that wait side by side (429 beyond); 0 = any number.',
  ),
  SERVICE_MAX_CLIENTS_PER_TENANT: whole(100, { min: 0, max: 1_000_000 }).describe(
    'Connection clients of a tenant that are open side by side (429 beyond); 0 = any number.',
  ),
  SERVICE_MAX_STORED_MB_PER_TENANT: whole(0, { min: 0, max: 1_000_000_000 }).describe(
    'Megabytes of results that are kept for a tenant, which runs nothing more beyond; 0 = any number.',
  ),
} as const;
