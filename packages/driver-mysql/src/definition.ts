import { signInFields, socksFields } from '@sluice/driver-kit/definition/common-fields';
import type { DriverDefinition } from '@sluice/driver-kit/definition/driver-definition';

/** MySQL and MariaDB. Certificates are PEM text, never paths. */
export const mysql = {
  id: 'mysql',
  name: 'MySQL',
  dialect: 'mysql',
  fieldPrefixes: ['mysql', 'mariadb'],
  fields: [
    {
      key: 'host',
      aliases: ['hostname'],
      formType: 'TEXT',
      label: 'Host',
      required: true,
      endpoint: true,
    },
    { key: 'port', formType: 'TEXT', label: 'Port', placeholder: '3306', endpoint: true },
    {
      key: 'database',
      aliases: ['db', 'dbname'],
      formType: 'TEXT',
      label: 'Database',
      description: 'Default database; blank = none.',
      endpoint: true,
    },
    ...signInFields,
    ...socksFields,
    {
      key: 'preQueryStatements',
      formType: 'TEXTAREA',
      label: 'Statements to run first',
      description: 'SQL that runs once in every new session, such as SET ROLE or SET sql_mode.',
      placeholder: "SET ROLE reader; SET sql_mode = 'ANSI_QUOTES'",
    },
  ],
  supportsConnectionClient: true,
  supportsCancel: true,
  isAsynchronous: false,
  isLocal: false,
} as const satisfies DriverDefinition;
