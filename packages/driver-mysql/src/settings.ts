import type { ConnectionOptions } from 'node:tls';
import type { ConnectionConfig } from '@sluice/driver-kit';
import { hostOf, portOf, required, textField, tlsOf } from '@sluice/driver-kit/fields';
import { proxyOf, type Proxy } from '@sluice/driver-kit/connect/proxy';

/** Validated fields of a connection. */
export interface Settings {
  host: string;
  port: number;
  /** Empty = none. */
  database: string;
  user: string;
  password: string;
  tls: ConnectionOptions | null;
  proxy: Proxy | null;
  preQueryStatements: string;
}

/** Validates the fields. @throws DriverError kind `connection`, without field values */
export function readSettings(config: ConnectionConfig): Settings {
  return {
    host: hostOf(config),
    port: portOf(config, 3306),
    database: textField(config, 'database').trim(),
    user: required(config, 'username'),
    password: textField(config, 'password'),
    tls: tlsOf(config),
    proxy: proxyOf(config),
    preQueryStatements: textField(config, 'preQueryStatements').trim(),
  };
}
