/** How a field of an old driver is imported. */
export type FieldRule =
  /** The value is stored under this key. */
  | { to: string; as: 'text' | 'flag' }
  /** The text of the named file is stored. */
  | { to: string; as: 'file' }
  /** The field is not stored; `reason` is reported if it is set. */
  | { left: string };

/** An old driver and its counterpart. */
export interface DriverRule {
  driver: string;
  fields: Readonly<Record<string, FieldRule>>;
}

const text = (to: string): FieldRule => ({ to, as: 'text' });
const flag = (to: string): FieldRule => ({ to, as: 'flag' });
const file = (to: string): FieldRule => ({ to, as: 'file' });

const server = {
  host: text('host'),
  port: text('port'),
  database: text('database'),
  username: text('username'),
  password: text('password'),
};

const socks = {
  useSocks: flag('useSocks'),
  socksHost: text('socksHost'),
  socksPort: text('socksPort'),
  socksUsername: text('socksUsername'),
  socksPassword: text('socksPassword'),
};

const onePerStatement: FieldRule = {
  left: 'not needed: each statement of a batch is sent separately',
};

const postgres: DriverRule = {
  driver: 'postgres',
  fields: {
    ...server,
    ...socks,
    postgresSsl: flag('ssl'),
    postgresSslSelfSigned: flag('sslSelfSigned'),
    postgresCert: file('cert'),
    postgresKey: file('key'),
    postgresCA: file('ca'),
    preQueryStatements: text('preQueryStatements'),
    denyMultipleStatements: onePerStatement,
  },
};

const mysql: DriverRule = {
  driver: 'mysql',
  fields: {
    ...server,
    mysqlSsl: flag('ssl'),
    mysqlCert: file('cert'),
    mysqlKey: file('key'),
    mysqlCA: file('ca'),
    mysqlSkipValidateServerCert: flag('sslSelfSigned'),
    minTlsVersion: { left: 'the TLS version is negotiated, 1.2 or newer' },
    maxTlsVersion: { left: 'the TLS version is negotiated, 1.2 or newer' },
    mysqlInsecureAuth: { left: 'authentication older than MySQL 4.1 is not supported' },
    preQueryStatements: text('preQueryStatements'),
    denyMultipleStatements: onePerStatement,
  },
};

/** SQLPad's drivers that have a counterpart, by id. All others are reported. */
export const driverRules: Readonly<Record<string, DriverRule>> = {
  postgres,
  mysql,
  mysql2: mysql,
  snowflake: {
    driver: 'snowflake',
    fields: {
      account: text('account'),
      username: text('username'),
      password: text('password'),
      warehouse: text('warehouse'),
      database: text('database'),
      schema: text('schema'),
      role: text('role'),
      preQueryStatements: text('preQueryStatements'),
    },
  },
  bigquery: {
    driver: 'bigquery',
    fields: {
      projectId: text('project'),
      keyFile: file('serviceAccountKey'),
      datasetName: text('dataset'),
      datasetLocation: text('location'),
    },
  },
  sqlite: {
    driver: 'sqlite',
    fields: { filename: text('file'), readonly: { left: 'stored as readOnly of the connection' } },
  },
};
