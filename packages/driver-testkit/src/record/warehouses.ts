import type { ConnectionConfig } from '@sluice/driver-kit';
import { textField } from '@sluice/driver-kit/fields';
import { bigqueryRules, snowflakeRules, type WarehouseRules } from './rules.js';
import type { Kind, RecordedStatement } from './scrubber.js';
import { bigqueryStatements, snowflakeStatements } from './statements.js';

/** Rules, statements and addresses of a warehouse. */
export interface Warehouse {
  rules: WarehouseRules;
  statements: readonly RecordedStatement[];
  /** Kinds of the connection's fields. Null: the field is public. All others are secrets. */
  kinds: Readonly<Record<string, Kind | null>>;
  /** Returns the origin of the real service. */
  upstreamOf(config: ConnectionConfig): string;
  /** Returns the fields that connect to the proxy instead. */
  through(config: ConnectionConfig, upstream: string, proxy: string): ConnectionConfig;
}

const snowflake: Warehouse = {
  rules: snowflakeRules,
  statements: snowflakeStatements,
  kinds: {
    account: 'account',
    accessUrl: 'host',
    username: 'user',
    warehouse: 'name',
    database: 'name',
    schema: 'name',
    role: 'name',
  },
  upstreamOf: (config) => {
    const url = textField(config, 'accessUrl').trim();
    const account = textField(config, 'account').trim().replaceAll('_', '-');
    return new URL(url === '' ? `https://${account}.snowflakecomputing.com` : url).origin;
  },
  through: (config, _upstream, proxy) => ({ ...config, accessUrl: proxy }),
};

const bigquery: Warehouse = {
  rules: bigqueryRules,
  statements: bigqueryStatements,
  kinds: {
    project: 'account',
    dataset: 'name',
    apiEndpoint: 'host',
    location: null,
    maximumBytesBilled: null,
  },
  upstreamOf: (config) => {
    const url = textField(config, 'apiEndpoint').trim();
    return new URL(url === '' ? 'https://bigquery.googleapis.com' : url).origin;
  },
  // The token of Google's own endpoint is fetched there, without the proxy. A private endpoint has its own.
  through: (config, upstream, proxy) => ({
    ...config,
    apiEndpoint: proxy,
    serviceAccountKey: textField(config, 'serviceAccountKey').replaceAll(upstream, proxy),
  }),
};

/** Warehouses that can be recorded, by driver id. */
export const warehouses = { snowflake, bigquery };

/** Returns whether a driver can be recorded. */
export const isWarehouse = (driver: string): driver is keyof typeof warehouses =>
  Object.hasOwn(warehouses, driver);
