import { z } from 'zod';

/** The `code` of every request error and its HTTP status. docs/reference/errors.md describes each of them. */
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
  no_columns: 400,
  undecryptable: 400,
  draft_undecryptable: 400,
  unauthorized: 401,
  forbidden: 403,
  connection_access: 403,
  connection_client: 403,
  query_acl: 403,
  query_run_as: 403,
  public_links_disabled: 403,
  link_password: 403,
  token_scope: 403,
  token_route: 403,
  token_connection: 403,
  token_read_only: 403,
  not_a_user: 403,
  cross_origin: 403,
  local_auth_disabled: 403,
  service_tokens_off: 403,
  auth_disabled: 403,
  downloads_disabled: 403,
  storage_quota: 403,
  draft_limit: 403,
  not_found: 404,
  results_not_ready: 404,
  results_expired: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_conflict: 409,
  draft_changed: 409,
  query_changed: 412,
  body_too_large: 413,
  view_limit: 413,
  range_not_satisfiable: 416,
  unknown_host: 421,
  run_failed: 422,
  no_rows: 422,
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
  view_timeout: 503,
  directory_away: 503,
  stopping: 503,
  not_ready: 503,
  run_not_ended: 504,
  storage_full: 507,
} as const;

/** The `code` of statement errors of the service. Errors of the database have none. */
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

/** The body of every 4xx and 5xx response. */
export const errorBodySchema = z
  .object({
    title: z.string().describe('Message for users.'),
    code: z.string().optional().describe('Stable error code in lower_snake_case.'),
    detail: z.string().optional().describe('Further information, if any.'),
    errors: z
      .array(
        z.object({
          path: z.string().describe('Path in the body or query; empty for the whole request.'),
          message: z.string().describe('Problem of the field.'),
        }),
      )
      .optional()
      .describe('Invalid fields.'),
    requestId: z.string().optional().describe('ID of the request in the log, for 500 responses.'),
  })
  .meta({
    id: 'Error',
    description:
      'The body of every 4xx and 5xx response; docs/reference/errors.md lists the codes.',
    examples: [
      {
        title: '"connectionId" is required',
        code: 'bad_request',
        errors: [{ path: 'connectionId', message: 'is required' }],
      },
      {
        title: 'Internal Server Error',
        code: 'internal',
        detail: 'The log has the cause under this request ID.',
        requestId: '01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22',
      },
    ],
  });

/** See {@link errorBodySchema}. */
/** See {@link errorBodySchema}. */
export type ErrorBody = z.infer<typeof errorBodySchema>;
