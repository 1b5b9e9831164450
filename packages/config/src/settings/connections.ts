import { text, flag, whole, targetHosts } from './rules.js';

/** What connections may reach and for how long. */
export const connectionSettings = {
  SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE: flag(true).describe(
    'The first start lets everyone use every connection.',
  ),
  SERVICE_LOCAL_FILES_DIR: text().describe(
    'Directory whose files SQLite and DuckDB connections may open; unset = both are off.',
  ),
  SERVICE_LOCAL_ENGINE_MEMORY_MB: whole(2_048, { min: 256 }).describe(
    'Memory in MiB that the process of one SQLite or DuckDB session may use. Enforced on Linux.',
  ),
  SERVICE_UNIX_SOCKETS_DIR: text().describe(
    'Directory whose Unix sockets PostgreSQL connections may dial; unset = none.',
  ),
  SERVICE_TARGET_HOSTS_ALLOW: targetHosts().describe(
    'Hosts that connections may point to beside the public internet; see security/target-hosts.md.',
  ),
  SERVICE_TARGET_HOSTS_DENY: targetHosts().describe(
    'Hosts that no connection may point to; a lone * = all that are not allowed.',
  ),
  SERVICE_MACHINE_CREDENTIALS: flag(false).describe(
    'Whether BigQuery connections may sign in as the machine that the workers run on.',
  ),
  SERVICE_CONNECT_TIMEOUT_SECONDS: whole(10, { min: 1 }).describe('Connecting to a target.'),
  SERVICE_CLIENT_KEEP_ALIVE_SECONDS: whole(30, { min: 1 }).describe(
    'Life of a connection client that nobody keeps alive.',
  ),
  SERVICE_MAX_CLIENTS_PER_WORKER: whole(100, { min: 0 }).describe(
    'Connection clients that a worker holds.',
  ),
  SERVICE_SCHEMA_CACHE_TTL_SECONDS: whole(86_400, { min: 1 }).describe(
    'Age after which a cached schema is refreshed.',
  ),
  SERVICE_SCHEMA_TIMEOUT_SECONDS: whole(60, { min: 1 }).describe('Reading a schema.'),
  SERVICE_SQL_COMMENT: flag(true).describe(
    'Sends the batch and the user with each statement: as a SQL comment, BigQuery job labels or Snowflake QUERY_TAG.',
  ),
} as const;
