import type { DriverDefinition } from './definition.js';

/** MySQL and MariaDB. Certificates are PEM text, never paths. */
export const mysql = {
  id: 'mysql',
  name: 'MySQL',
  dialect: 'mysql',
  fields: [
    { key: 'host', formType: 'TEXT', label: 'Host', required: true, endpoint: true },
    { key: 'port', formType: 'TEXT', label: 'Port', placeholder: '3306', endpoint: true },
    {
      key: 'database',
      formType: 'TEXT',
      label: 'Database',
      description: 'Where names without a database are looked up; none when left out.',
      endpoint: true,
    },
    { key: 'username', formType: 'TEXT', label: 'User name', required: true, endpoint: true },
    { key: 'password', formType: 'PASSWORD', label: 'Password', secret: true },
    { key: 'ssl', formType: 'CHECKBOX', label: 'Use TLS', endpoint: true },
    {
      key: 'sslSelfSigned',
      formType: 'CHECKBOX',
      label: 'Accept any server certificate',
      description:
        'Turns the check of the server certificate off: the traffic is encrypted, but anyone on the ' +
        'way can pose as the server. Better: paste the certificate authority below.',
      endpoint: true,
    },
    {
      key: 'ca',
      formType: 'TEXTAREA',
      label: 'Certificate authority (PEM)',
      description: "Who signed the server's certificate, when it is no public authority.",
      endpoint: true,
    },
    { key: 'cert', formType: 'TEXTAREA', label: 'Client certificate (PEM)' },
    { key: 'key', formType: 'TEXTAREA', label: 'Client key (PEM)', secret: true },
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
} as const satisfies DriverDefinition;
