import type { ConnectionOptions } from 'node:tls';
import type { ConnectionConfig } from '@sluice/driver-kit';
import {
  flag,
  hostOrDirectoryOf,
  portOf,
  required,
  textField,
  tlsOf,
} from '@sluice/driver-kit/fields';
import { proxyOf, type Proxy } from '@sluice/driver-kit/connect/proxy';

/** Validated fields of a connection. */
export interface Settings {
  /** Host name or address; the directory of the socket if `socketName` is set. */
  host: string;
  port: number;
  socketName: string | undefined;
  database: string;
  user: string;
  password: string;
  tls: ConnectionOptions | null;
  proxy: Proxy | null;
  preQueryStatements: string;
  /** Whether the session keeps its backend although a pooler is in between. */
  hasOwnBackend: boolean;
}

/** Validates the fields. @throws DriverError kind `connection`, without field values */
export function readSettings(config: ConnectionConfig): Settings {
  const host = hostOrDirectoryOf(config);
  const port = portOf(config, 5432);
  return {
    host,
    port,
    socketName: host.startsWith('/') ? `.s.PGSQL.${String(port)}` : undefined,
    database: required(config, 'database'),
    user: required(config, 'username'),
    password: textField(config, 'password'),
    tls: tlsOf(config),
    proxy: proxyOf(config),
    preQueryStatements: textField(config, 'preQueryStatements').trim(),
    hasOwnBackend: flag(config, 'sessionPooler'),
  };
}
