import type { SessionOptions } from '@sluice/driver-kit';
import { clientEncodingOf } from './client-encoding.js';
import type { PostgresSocket } from './postgres-socket.js';

/** A server setting and its value. */
export interface SessionSetting {
  name: string;
  value: string;
}

/** Output formats that the encoders expect, independent of the defaults of the server and the role. */
const formats: readonly SessionSetting[] = [
  { name: 'IntervalStyle', value: 'iso_8601' },
  { name: 'bytea_output', value: 'hex' },
  { name: 'extra_float_digits', value: '3' },
];

/** The maximum of `extra_float_digits` before PostgreSQL 9.0, and of Redshift (-15 to 2). */
const olderFloatDigits: SessionSetting = { name: 'extra_float_digits', value: '2' };

/**
 * Settings of the start-up packet, which pgbouncer restores for each client. Other poolers may not, so a pooled
 * statement gets them again. SQL can change the encoding.
 */
const ofStartup = ({ parameters }: Pick<PostgresSocket, 'parameters'>): SessionSetting[] => [
  { name: 'client_encoding', value: clientEncodingOf(parameters) },
  { name: 'DateStyle', value: 'ISO' },
  { name: 'TimeZone', value: 'UTC' },
];

/** Name of the setting that makes every transaction of a session read-only. */
export const READ_ONLY_DEFAULT = 'default_transaction_read_only';

/** Maximum timeout that the server accepts: 24 days. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const timeoutOf = ({ statementTimeoutMs }: SessionOptions): SessionSetting[] =>
  statementTimeoutMs == null
    ? []
    : [
        {
          name: 'statement_timeout',
          value: String(Math.min(statementTimeoutMs, MAX_TIMEOUT_MS)),
        },
      ];

/** Ends a query whose worker has died. Unsupported on some platforms, so it is set separately. */
const clientCheck: SessionSetting = { name: 'client_connection_check_interval', value: '500' };

/** Returns the check of the client, which PostgreSQL has since version 14. */
export const clientCheckOf = (serverVersion: number): SessionSetting[] =>
  serverVersion >= 14 ? [clientCheck] : [];

/**
 * The name for database administrators. Not in the start-up packet: pgbouncer 1.18 sets it on the server connection and
 * does not reset it for a client that has no name.
 */
const nameOf = ({ applicationName }: SessionOptions): SessionSetting => ({
  name: 'application_name',
  value: applicationName.replaceAll(/[^\w .:-]/g, '_'),
});

/** Returns the settings of a session. */
export const ownSettings = (options: SessionOptions): SessionSetting[] => [
  nameOf(options),
  ...formats,
  ...(options.readOnly ? [{ name: READ_ONLY_DEFAULT, value: 'on' }] : []),
  ...timeoutOf(options),
];

/** Returns the settings of a pooled statement's transaction. The read-only setting is that of the transaction. */
export const pooledSettings = (
  options: SessionOptions,
  socket: Pick<PostgresSocket, 'parameters' | 'serverVersion'>,
): SessionSetting[] => [
  // Earlier versions report each change, which pgbouncer takes for the name of the client.
  ...(socket.serverVersion >= 14 ? [nameOf(options)] : []),
  ...ofStartup(socket),
  ...formats,
  ...timeoutOf(options),
  ...clientCheckOf(socket.serverVersion),
];

/** Returns the settings to try one by one: of two values of a setting, the last one that is accepted counts. */
export const withAlternatives = (settings: readonly SessionSetting[]): SessionSetting[] =>
  settings.flatMap((setting) =>
    setting.name === olderFloatDigits.name ? [olderFloatDigits, setting] : [setting],
  );

/** Returns the last value of each setting. */
export const lastOfEach = (settings: readonly SessionSetting[]): SessionSetting[] => [
  ...new Map(settings.map((setting) => [setting.name, setting])).values(),
];

/** Returns the expression that sets it, for the transaction or for the session. */
export const setting = ({ name, value }: SessionSetting, isLocal: boolean): string =>
  `pg_catalog.set_config('${name}', '${value}', ${String(isLocal)})`;

/** Returns the query that sets all settings for the current transaction. */
export const setForTransaction = (settings: readonly SessionSetting[]): string =>
  `select ${settings.map((each) => setting(each, true)).join(', ')}`;

/** Returns the command that sets one setting for the session. A user may lack the privilege for `set_config`. */
export const setForSession = ({ name, value }: SessionSetting): string =>
  `SET ${name} TO '${value}'`;
