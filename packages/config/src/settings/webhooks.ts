import { flag, whole, url, secret } from './rules.js';

/** What is told to other services. */
export const webhookSettings = {
  SERVICE_WEBHOOK_ENABLED: flag(false).describe('Webhooks are sent.'),
  SERVICE_WEBHOOK_SECRET: secret().describe('Signs webhooks; they need it.'),
  SERVICE_WEBHOOK_USER_CREATED_URL: url('http:', 'https:').describe(
    'Receiver of user_created webhooks; unset = none are sent.',
  ),
  SERVICE_WEBHOOK_QUERY_CREATED_URL: url('http:', 'https:').describe(
    'Receiver of query_created webhooks.',
  ),
  SERVICE_WEBHOOK_BATCH_CREATED_URL: url('http:', 'https:').describe(
    'Receiver of batch_created webhooks.',
  ),
  SERVICE_WEBHOOK_STATEMENT_CREATED_URL: url('http:', 'https:').describe(
    'Receiver of statement_created webhooks.',
  ),
  SERVICE_WEBHOOK_STATEMENT_FINISHED_URL: url('http:', 'https:').describe(
    'Receiver of statement_finished webhooks.',
  ),
  SERVICE_WEBHOOK_BATCH_FINISHED_URL: url('http:', 'https:').describe(
    'Receiver of batch_finished webhooks.',
  ),
  SERVICE_WEBHOOK_INCLUDE_RESULTS: flag(false).describe(
    'statement_finished webhooks hold the first rows of the result.',
  ),
  SERVICE_WEBHOOK_RESULT_MAX_ROWS: whole(100, { min: 1, max: 10_000 }).describe(
    'Rows that such a webhook holds at most; 1 MiB of them at most in any case.',
  ),
  SERVICE_WEBHOOK_TIMEOUT_SECONDS: whole(5, { min: 1, max: 10 }).describe(
    'For a receiver to answer a webhook.',
  ),
  SERVICE_WEBHOOK_RETRY_MS: whole(1_000, { min: 10, max: 60_000 }).describe(
    'First wait before a webhook is tried again; it doubles with each try, up to five minutes.',
  ),
  SERVICE_WEBHOOK_GIVE_UP_HOURS: whole(24, { min: 1, max: 168 }).describe(
    'A webhook that nobody has taken for so long is dropped.',
  ),
  SERVICE_WEBHOOK_MAX_BACKLOG: whole(100_000, { min: 1, max: 10_000_000 }).describe(
    'Webhooks that wait at most; beyond, the oldest are dropped.',
  ),
} as const;
