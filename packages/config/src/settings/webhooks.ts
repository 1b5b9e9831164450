import { flag, whole, url, secret } from './rules.js';

/** Webhooks. */
export const webhookSettings = {
  SERVICE_WEBHOOK_ENABLED: flag(false).describe('Enables webhooks.'),
  SERVICE_WEBHOOK_SECRET: secret().describe('Secret that signs webhooks. Required for webhooks.'),
  SERVICE_WEBHOOK_USER_CREATED_URL: url('http:', 'https:').describe(
    'URL that receives user_created webhooks. Unset: none are sent.',
  ),
  SERVICE_WEBHOOK_QUERY_CREATED_URL: url('http:', 'https:').describe(
    'URL that receives query_created webhooks. Unset: none are sent.',
  ),
  SERVICE_WEBHOOK_BATCH_CREATED_URL: url('http:', 'https:').describe(
    'URL that receives batch_created webhooks. Unset: none are sent.',
  ),
  SERVICE_WEBHOOK_STATEMENT_CREATED_URL: url('http:', 'https:').describe(
    'URL that receives statement_created webhooks. Unset: none are sent.',
  ),
  SERVICE_WEBHOOK_STATEMENT_FINISHED_URL: url('http:', 'https:').describe(
    'URL that receives statement_finished webhooks. Unset: none are sent.',
  ),
  SERVICE_WEBHOOK_BATCH_FINISHED_URL: url('http:', 'https:').describe(
    'URL that receives batch_finished webhooks. Unset: none are sent.',
  ),
  SERVICE_WEBHOOK_INCLUDE_RESULTS: flag(false).describe(
    'Includes the first rows of the result in statement_finished webhooks.',
  ),
  SERVICE_WEBHOOK_RESULT_MAX_ROWS: whole(100, { min: 1, max: 10_000 }).describe(
    'Maximum rows in a webhook. They are also limited to 1 MiB.',
  ),
  SERVICE_WEBHOOK_TIMEOUT_SECONDS: whole(5, { min: 1, max: 10 }).describe(
    'Timeout in seconds for the response of a receiver.',
  ),
  SERVICE_WEBHOOK_RETRY_MS: whole(1_000, { min: 10, max: 60_000 }).describe(
    'Milliseconds before the second try of a webhook. The wait doubles with each try, up to 5 minutes.',
  ),
  SERVICE_WEBHOOK_GIVE_UP_HOURS: whole(24, { min: 1, max: 168 }).describe(
    'Hours after which an undelivered webhook is dropped.',
  ),
  SERVICE_WEBHOOK_MAX_BACKLOG: whole(100_000, { min: 1, max: 10_000_000 }).describe(
    'Maximum undelivered webhooks. Beyond it the oldest are dropped.',
  ),
} as const;
