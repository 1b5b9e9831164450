import type { DriverDefinition } from '@sluice/driver-kit/definition/driver-definition';

/**
 * Snowflake. Authentication by private key, programmatic access token, OAuth token or password; keys are PEM
 * text, never paths.
 */
export const snowflake = {
  id: 'snowflake',
  name: 'Snowflake',
  dialect: 'snowflake',
  fieldPrefixes: ['snowflake'],
  fields: [
    {
      key: 'account',
      formType: 'TEXT',
      label: 'Account',
      description:
        'Account identifier: organization and account name, or locator and region. The address of the account works, too.',
      placeholder: 'myorg-myaccount',
      required: true,
      endpoint: true,
    },
    {
      key: 'accessUrl',
      formType: 'TEXT',
      label: 'Address',
      description:
        'URL of the account if it cannot be derived from the identifier, such as a private link.',
      placeholder: 'https://myaccount.privatelink.snowflakecomputing.com',
      endpoint: true,
    },
    {
      key: 'username',
      aliases: ['user'],
      formType: 'TEXT',
      label: 'User name',
      description: 'Optional with an OAuth token, which identifies its user.',
      endpoint: true,
    },
    {
      key: 'privateKey',
      formType: 'TEXTAREA',
      label: 'Private key (PEM)',
      description: 'For key pair authentication, recommended for services.',
      secret: true,
      pem: { type: 'privateKey', passphrase: 'privateKeyPass' },
    },
    {
      key: 'privateKeyPass',
      aliases: ['privateKeyPassphrase'],
      formType: 'PASSWORD',
      label: 'Passphrase of the private key',
      secret: true,
    },
    {
      key: 'programmaticAccessToken',
      aliases: ['pat'],
      formType: 'PASSWORD',
      label: 'Programmatic access token',
      description: 'Created for the user in Snowflake. Needs a network policy in most accounts.',
      secret: true,
    },
    {
      key: 'token',
      formType: 'PASSWORD',
      label: 'OAuth token',
      description: 'Access token of an external OAuth server.',
      secret: true,
    },
    {
      key: 'password',
      aliases: ['pass', 'pwd'],
      formType: 'PASSWORD',
      label: 'Password',
      description:
        'Only for users that may sign in without a second factor. Snowflake blocks such passwords in 2026.',
      secret: true,
    },
    { key: 'warehouse', formType: 'TEXT', label: 'Warehouse' },
    { key: 'database', aliases: ['db', 'dbname'], formType: 'TEXT', label: 'Database' },
    { key: 'schema', formType: 'TEXT', label: 'Schema' },
    {
      key: 'role',
      formType: 'TEXT',
      label: 'Role',
      description: "Blank = the user's default role.",
    },
    {
      key: 'preQueryStatements',
      formType: 'TEXTAREA',
      label: 'Statements to run first',
      description: 'SQL that runs once in every new session, such as ALTER SESSION or USE ROLE.',
      placeholder: "ALTER SESSION SET TIMEZONE = 'Europe/Berlin'",
    },
  ],
  supportsConnectionClient: true,
  supportsCancel: true,
  isAsynchronous: true,
  isLocal: false,
} as const satisfies DriverDefinition;
