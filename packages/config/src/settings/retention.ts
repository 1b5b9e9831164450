import { flag, whole } from './rules.js';

/** How long things are kept. */
export const retentionSettings = {
  SERVICE_QUERY_HISTORY_RESULT_MAX_ROWS: whole(1000, { min: 1 }).describe(
    'Longest batch or history list.',
  ),
  SERVICE_QUERY_HISTORY_RETENTION_TIME_IN_DAYS: whole(30, { min: 1 }).describe(
    'Days that results and batches are kept.',
  ),
  SERVICE_AUDIT_RETENTION_TIME_IN_DAYS: whole(365, { min: 1 }).describe(
    'Days that the record of sign-ins and admin changes is kept.',
  ),
  SERVICE_AUDIT_BATCHES: flag(true).describe(
    'Each batch is in that record, too, by a keyed hash of its SQL.',
  ),
  SERVICE_RETENTION_INTERVAL_SECONDS: whole(600, { min: 1 }).describe(
    'Between two removals of what has expired.',
  ),
} as const;
