import { text, flag, whole, targetHosts } from './rules.js';

/** Hosts, files, timeouts and limits of connections. */
export const connectionSettings = {
  SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: flag(true).describe(
    'Gives every user access to every connection at the first start.',
  ),
  SERVICE_LOCAL_FILES_DIR: text().describe(
    'Directory whose files SQLite and DuckDB connections may open. Unset disables both drivers.',
  ),
  SERVICE_LOCAL_ENGINE_MEMORY_MB: whole(2_048, { min: 256 }).describe(
    'Memory limit in MiB of the process of a SQLite or DuckDB session. Enforced on Linux.',
  ),
  SERVICE_UNIX_SOCKETS_DIR: text().describe(
    'Directory whose Unix sockets PostgreSQL connections may use. Unset disables Unix sockets.',
  ),
  SERVICE_TARGET_HOSTS_ALLOW: targetHosts().describe(
    'Hosts that connections may use in addition to the public internet; see security/target-hosts.md.',
  ),
  SERVICE_TARGET_HOSTS_DENY: targetHosts().describe(
    'Hosts that connections may not use. `*` denies every host that is not allowed.',
  ),
  SERVICE_MACHINE_CREDENTIALS: flag(false).describe(
    "Allows BigQuery connections to use the credentials of the worker's machine.",
  ),
  SERVICE_CONNECT_TIMEOUT_SECONDS: whole(10, { min: 1 }).describe(
    'Timeout in seconds for connecting to a target database.',
  ),
  SERVICE_CLIENT_KEEP_ALIVE_SECONDS: whole(30, { min: 1 }).describe(
    'Seconds without a keep-alive request after which a connection client is closed.',
  ),
  SERVICE_MAX_CLIENTS_PER_WORKER: whole(100, { min: 0 }).describe(
    'Maximum connection clients of a worker.',
  ),
  SERVICE_SCHEMA_CACHE_TTL_SECONDS: whole(86_400, { min: 1 }).describe(
    'Age in seconds after which a cached schema is refreshed.',
  ),
  SERVICE_SCHEMA_TIMEOUT_SECONDS: whole(60, { min: 1 }).describe(
    'Timeout in seconds for reading a schema.',
  ),
  SERVICE_SQL_COMMENT: flag(true).describe(
    'Sends the batch ID and the user with each statement, as an SQL comment, BigQuery job labels or a Snowflake QUERY_TAG.',
  ),
} as const;
