import { flag, whole } from './rules.js';

/** Retention of batches, results and the audit log. */
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
  SERVICE_AUDIT_BATCHES: flag(true).describe(
    'Records each batch in the audit log with a keyed hash of its SQL.',
  ),
  SERVICE_RETENTION_INTERVAL_SECONDS: whole(600, { min: 1 }).describe(
    'Interval of the retention job in seconds.',
  ),
} as const;
