/**
 * The values of every column with a fixed set of values. A test compares them with the check constraints of the
 * metadata database. This module imports nothing, so any layer may use it.
 */

/** Status of a batch. Every status except `started` is final; a waiting batch is `started`, too. */
export const batchStatuses = ['started', 'finished', 'error', 'cancelled'] as const;
/** See {@link batchStatuses}. */
export type BatchStatus = (typeof batchStatuses)[number];

/** Status of a statement. `finished`, `error` and `cancelled` are final. */
export const statementStatuses = ['queued', 'started', 'finished', 'error', 'cancelled'] as const;
/** See {@link statementStatuses}. */
export type StatementStatus = (typeof statementStatuses)[number];

/**
 * Known effect of a statement that ended in error or was cancelled. `not_run`: it was not sent. `failed`: the database
 * refused or stopped it, and it had no effect. `unknown`: it was sent and its effect is not known, so it is never run
 * again. `ran_result_lost`: it ran, and its rows could not be read or stored.
 */
export const outcomes = ['not_run', 'failed', 'unknown', 'ran_result_lost'] as const;
/** See {@link outcomes}. */
export type Outcome = (typeof outcomes)[number];

/**
 * Why a batch waits. `no_worker`: no worker is online. `no_pool_worker`: workers are online, but none serves the
 * connection's pool. `storage_full`: the online workers have no free space for results. `workers_busy`: all their slots
 * are taken. `target_full`: the target database accepts no more sessions at present. `connection_limit`, `user_limit`,
 * `tenant_limit`, `token_limit`: the limit on running batches is reached. `client_busy`: the connection client runs
 * another batch.
 */
export const waitReasons = [
  'no_worker',
  'no_pool_worker',
  'storage_full',
  'workers_busy',
  'target_full',
  'connection_limit',
  'user_limit',
  'tenant_limit',
  'token_limit',
  'client_busy',
] as const;
/** See {@link waitReasons}. */
export type WaitReason = (typeof waitReasons)[number];

/**
 * The permissions of a personal token; each route needs one of them, or is closed to tokens. `admin`: routes that are
 * for admins only, for tokens of admins.
 */
export const tokenScopes = [
  'schema:read',
  'sql:run',
  'results:read',
  'queries:read',
  'queries:write',
  'admin',
] as const;
/** See {@link tokenScopes}. */
export type TokenScope = (typeof tokenScopes)[number];

/**
 * Why a batch was cancelled. `asked`: a user requested it. `client_closed`: its connection client was closed.
 * `user_inactive`: the user or service token was disabled, expired or deleted. `connection_deleted`: the connection was
 * deleted. `access_ended`: the user lost access to the connection.
 */
export const cancelReasons = [
  'asked',
  'client_closed',
  'user_inactive',
  'connection_deleted',
  'access_ended',
] as const;
/** See {@link cancelReasons}. */
export type CancelReason = (typeof cancelReasons)[number];

/**
 * Result of a cancel request. `confirmed`: the database confirmed it. `connection_closed`: the session was closed
 * instead. `too_late`: the batch had already ended.
 */
export const cancelOutcomes = ['confirmed', 'connection_closed', 'too_late'] as const;
/** See {@link cancelOutcomes}. */
export type CancelOutcome = (typeof cancelOutcomes)[number];

/** The limit that truncated a result. */
export const truncationLimits = ['rows', 'bytes'] as const;
/** See {@link truncationLimits}. */
export type TruncationLimit = (typeof truncationLimits)[number];

/** Role of a user or service token. Admins manage users and connections. */
export const roles = ['admin', 'editor'] as const;
/** See {@link roles}. */
export type Role = (typeof roles)[number];

/** Sign-in method that a user first used; `none`: authentication was disabled. */
export const userOrigins = ['local', 'ldap', 'proxy', 'oauth', 'oidc', 'saml', 'none'] as const;
/** See {@link userOrigins}. */
export type UserOrigin = (typeof userOrigins)[number];

/** Outcome of an event in the audit log. */
export const auditOutcomes = ['done', 'refused'] as const;
/** See {@link auditOutcomes}. */
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Colours of the environment label of a connection. */
export const environmentColors = ['gray', 'blue', 'green', 'yellow', 'red'] as const;
/** See {@link environmentColors}. */
export type EnvironmentColor = (typeof environmentColors)[number];

/** Requests that the API sends to a worker. */
export const workerRequestKinds = [
  'test-connection',
  'read-schema',
  'read-table',
  'open-client',
] as const;
/** See {@link workerRequestKinds}. */
export type WorkerRequestKind = (typeof workerRequestKinds)[number];

/** Status of a worker request. */
export const workerRequestStatuses = ['waiting', 'claimed', 'answered', 'failed'] as const;
/** See {@link workerRequestStatuses}. */
export type WorkerRequestStatus = (typeof workerRequestStatuses)[number];

/** Why a supervisor saw its worker die. */
export const lostCauses = ['memory', 'crash', 'hang'] as const;
/** See {@link lostCauses}. */
export type LostCause = (typeof lostCauses)[number];

/** Why an online worker starts no batches. `storage`: it has no free space for results. */
export const pauseReasons = ['storage'] as const;
/** See {@link pauseReasons}. */
export type PauseReason = (typeof pauseReasons)[number];

/**
 * Outcome of an orphan: a statement of a lost worker that might still run. `stopped`: a worker cancelled it. `gone`: it had
 * ended. `given_up`: the last try failed.
 */
export const orphanOutcomes = ['stopped', 'gone', 'given_up'] as const;
/** See {@link orphanOutcomes}. */
export type OrphanOutcome = (typeof orphanOutcomes)[number];

/** Source of a connection: stored in the database, or defined in environment variables. */
export const connectionSources = ['stored', 'environment'] as const;
/** See {@link connectionSources}. */
export type ConnectionSource = (typeof connectionSources)[number];

/** Events that webhooks report, in the order in which they happen to a batch. */
export const webhookEvents = [
  'user_created',
  'query_created',
  'batch_created',
  'statement_created',
  'statement_finished',
  'batch_finished',
] as const;
/** See {@link webhookEvents}. */
export type WebhookEventName = (typeof webhookEvents)[number];

/** Types of a parameter's value. */
export const scalarTypes = [
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'uuid',
  'json',
] as const;
/** See {@link scalarTypes}. */
export type ScalarType = (typeof scalarTypes)[number];

/** Types of a parameter: of one value or, with `[]`, of a list of values. */
export const parameterTypes = [
  ...scalarTypes,
  'text[]',
  'integer[]',
  'decimal[]',
  'boolean[]',
  'date[]',
  'time[]',
  'timestamp[]',
  'timestamptz[]',
  'uuid[]',
  'json[]',
] as const;
/** See {@link parameterTypes}. */
export type ParameterType = (typeof parameterTypes)[number];

/** The access to the connection that a run of a saved query uses. */
export const runAsValues = ['caller', 'owner'] as const;
/** See {@link runAsValues}. */
export type RunAs = (typeof runAsValues)[number];
