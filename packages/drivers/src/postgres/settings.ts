import type { ConnectionOptions } from 'node:tls';
import type { ConnectionConfig } from '../driver.js';
import { hostOrDirectoryOf, portOf, required, textField, tlsOf } from '../fields.js';
import { proxyOf, type Proxy } from '../proxy.js';

/** A connection's fields after their check. */
export interface Settings {
  /** A name or an address; with a slash first the directory of a Unix socket. */
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  tls: ConnectionOptions | null;
  proxy: Proxy | null;
  preQueryStatements: string;
}

/** Checks the fields. @throws DriverError kind `connection`, never with a field's value in it */
export function readSettings(config: ConnectionConfig): Settings {
  return {
    host: hostOrDirectoryOf(config),
    port: portOf(config, 5432),
    database: required(config, 'database'),
    user: required(config, 'username'),
    password: textField(config, 'password'),
    tls: tlsOf(config),
    proxy: proxyOf(config),
    preQueryStatements: textField(config, 'preQueryStatements').trim(),
  };
}
