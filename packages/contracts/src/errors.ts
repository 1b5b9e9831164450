import { z } from 'zod';

/** The `code` of every refused request, and its status. docs/reference/errors.md says when each comes. */
export const requestErrorCodes = {
  bad_request: 400,
  malformed_body: 400,
  malformed_url: 400,
  malformed_request: 400,
  bad_text: 400,
  repeated_key: 400,
  unsupported_media_type: 400,
  secrets_needed: 400,
  template: 400,
  not_editable: 400,
  filter_too_slow: 400,
  too_many_columns: 400,
  undecryptable: 400,
  unauthorized: 401,
  forbidden: 403,
  connection_access: 403,
  connection_client: 403,
  query_acl: 403,
  cross_origin: 403,
  local_auth_disabled: 403,
  service_tokens_off: 403,
  auth_disabled: 403,
  downloads_disabled: 403,
  storage_quota: 403,
  not_found: 404,
  results_not_ready: 404,
  results_expired: 404,
  conflict: 409,
  idempotency_conflict: 409,
  query_changed: 412,
  body_too_large: 413,
  range_not_satisfiable: 416,
  unknown_host: 421,
  too_many_attempts: 429,
  too_many_waiting: 429,
  too_many_streams: 429,
  still_formatting: 429,
  too_many_reloads: 429,
  too_many_requests: 429,
  too_many_clients: 429,
  internal: 500,
  results_lost: 500,
  unavailable: 503,
  busy: 503,
  directory_away: 503,
  stopping: 503,
  not_ready: 503,
  storage_full: 507,
} as const;

/** The `code` of every statement that ended by us; absent where the database's own error is the reason. */
export const statementErrorCodes = [
  'connect_failed',
  'connection_paused',
  'connection_lost',
  'connection_client_lost',
  'worker_lost',
  'memory',
  'no_worker',
  'restart',
  'timeout',
  'cancelled',
  'limit',
  'storage',
  'internal',
] as const;

/** The body of every 4xx and 5xx answer. */
export const errorBodySchema = z
  .object({
    title: z.string().describe('Fit for a person.'),
    code: z.string().optional().describe('Stable, lower_snake.'),
    detail: z.string().optional().describe('More to act on, when there is more.'),
    errors: z
      .array(
        z.object({
          path: z.string().describe('Inside the body or the query; empty for the whole.'),
          message: z.string().describe('What is wrong with it.'),
        }),
      )
      .optional()
      .describe('The fields at fault.'),
    requestId: z.string().optional().describe('Finds the cause in the log; on 500 answers.'),
  })
  .meta({
    id: 'Error',
    description: 'The body of every answer from 400 on; docs/reference/errors.md lists the codes.',
    examples: [
      {
        title: '"connectionId" is required',
        code: 'bad_request',
        errors: [{ path: 'connectionId', message: 'is required' }],
      },
      {
        title: 'Internal Server Error',
        code: 'internal',
        detail: 'More to act on',
        requestId: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22',
      },
    ],
  });

export type ErrorBody = z.infer<typeof errorBodySchema>;
