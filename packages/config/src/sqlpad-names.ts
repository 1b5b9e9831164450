import type { Environment } from './environment.js';

const prefix = 'SQLPAD_';

/** SQLPad settings with another name here. All others keep their name after `SERVICE_`. */
const renamed: Readonly<Record<string, string>> = {
  SQLPAD_BACKEND_DB_URI: 'DATABASE_URL',
  SQLPAD_REDIS_URI: 'REDIS_URL',
  SQLPAD_TIMEOUT_SECONDS: 'SERVICE_QUERY_TIMEOUT_SECONDS',
  SQLPAD_APP_LOG_LEVEL: 'SERVICE_LOG_LEVEL',
  SQLPAD_WEB_LOG_LEVEL: 'SERVICE_LOG_LEVEL',
  SQLPAD_QUERY_RESULT_STORE: 'SERVICE_RESULTS_STORE',
  SQLPAD_GOOGLE_CLIENT_ID: 'SERVICE_OAUTH_CLIENT_ID',
  SQLPAD_GOOGLE_CLIENT_SECRET: 'SERVICE_OAUTH_CLIENT_SECRET',
  SQLPAD_GOOGLE_DEFAULT_ROLE: 'SERVICE_OAUTH_DEFAULT_ROLE',
};

/** SQLPad settings without a counterpart, and what to do instead. */
const dropped: Readonly<Record<string, string>> = {
  SQLPAD_CONFIG: 'settings are read from the environment only',
  SQLPAD_HTTPS_CERT_PATH: 'terminate TLS in front of the service',
  SQLPAD_HTTPS_KEY_PATH: 'terminate TLS in front of the service',
  SQLPAD_HTTPS_CERT_PASSPHRASE: 'terminate TLS in front of the service',
  SQLPAD_SYSTEMD_SOCKET: 'set SERVICE_PORT',
  SQLPAD_MIGRATE: 'migrations run at start',
  SQLPAD_DB_AUTOMIGRATE: 'migrations run at start',
  SQLPAD_DB_IN_MEMORY: 'the metadata database is PostgreSQL',
  SQLPAD_SESSION_STORE: 'sessions are kept in the metadata database',
};

/** One warning for each SQLPad variable in the environment. Values are never shown. */
export function sqlpadWarnings(environment: Environment, known: readonly string[]): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix))
    .map((name) => `${name} is ignored; ${adviceFor(name, known)}`);
}

function adviceFor(name: string, known: readonly string[]): string {
  const sameName = `SERVICE_${name.slice(prefix.length)}`;
  const isSame = known.includes(sameName) || name.startsWith('SQLPAD_CONNECTIONS__');
  const target = renamed[name] ?? (isSame ? sameName : undefined);
  if (target !== undefined) return `use ${target}`;
  return dropped[name] ?? 'it has no counterpart';
}
