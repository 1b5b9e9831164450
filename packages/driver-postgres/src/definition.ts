import { signInFields, socksFields } from '@sluice/driver-kit/definition/common-fields';
import type { DriverDefinition } from '@sluice/driver-kit/definition/driver-definition';

/** PostgreSQL and compatible servers. Certificates are PEM text, never paths. */
export const postgres = {
  id: 'postgres',
  name: 'PostgreSQL',
  dialect: 'postgres',
  fieldPrefixes: ['postgres', 'postgresql', 'pg'],
  fields: [
    {
      key: 'host',
      aliases: ['hostname'],
      formType: 'TEXT',
      label: 'Host',
      description:
        'Host name, address, or directory of a Unix socket within SERVICE_UNIX_SOCKETS_DIR.',
      required: true,
      endpoint: true,
    },
    { key: 'port', formType: 'TEXT', label: 'Port', placeholder: '5432', endpoint: true },
    {
      key: 'database',
      aliases: ['db', 'dbname'],
      formType: 'TEXT',
      label: 'Database',
      required: true,
      endpoint: true,
    },
    ...signInFields,
    ...socksFields,
    {
      key: 'sessionPooler',
      formType: 'CHECKBOX',
      label: 'Pooler in session mode',
      description:
        'The pooler keeps one server connection for each session (pgbouncer: pool_mode = session). Otherwise a ' +
        'connection through a pooler is treated as in transaction mode.',
    },
    {
      key: 'preQueryStatements',
      formType: 'TEXTAREA',
      label: 'Statements to run first',
      description: 'SQL that runs once in every new session, such as SET ROLE or SET search_path.',
      placeholder: 'SET search_path TO analytics; SET ROLE reader',
    },
  ],
  supportsConnectionClient: true,
  supportsCancel: true,
  isAsynchronous: false,
  isLocal: false,
} as const satisfies DriverDefinition;
