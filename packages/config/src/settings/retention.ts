import { flag, whole } from './rules.js';

/** Retention of batches, results, the audit log, drafts and versions of saved queries. */
export const retentionSettings = {
  SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS: whole(1000, { min: 1 }).describe(
    'Maximum rows in a list of batches and in the query history.',
  ),
  SERVICE_QUERY_HISTORY_RETENTION_TIME_IN_DAYS: whole(30, { min: 1 }).describe(
    'Retention of batches and results in days.',
  ),
  SERVICE_AUDIT_RETENTION_TIME_IN_DAYS: whole(365, { min: 1 }).describe(
    'Retention of the audit log in days.',
  ),
  SERVICE_DRAFT_RETENTION_TIME_IN_DAYS: whole(90, { min: 1 }).describe(
    'Retention of a draft in days after its last change.',
  ),
  SERVICE_QUERY_VERSIONS_KEPT: whole(100, { min: 1, max: 100_000 }).describe(
    'Versions kept of each saved query.',
  ),
  SERVICE_QUERY_VERSION_RETENTION_TIME_IN_DAYS: whole(365, { min: 1 }).describe(
    'Retention of versions of saved queries in days; the newest version is kept.',
  ),
  SERVICE_AUDIT_BATCHES: flag(true).describe(
    'Records each batch in the audit log with a keyed hash of its SQL.',
  ),
  SERVICE_RETENTION_INTERVAL_SECONDS: whole(600, { min: 1 }).describe(
    'Interval of the retention job in seconds.',
  ),
} as const;
