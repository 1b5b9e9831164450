import type { DriverDefinition } from '@sluice/driver-kit/definition/driver-definition';

/** BigQuery. A service account key is pasted as text: a path would name a file of the worker. */
export const bigquery = {
  id: 'bigquery',
  name: 'BigQuery',
  dialect: 'bigquery',
  fieldPrefixes: ['bigquery'],
  fields: [
    {
      key: 'project',
      aliases: ['projectId'],
      formType: 'TEXT',
      label: 'Project',
      description: 'Project that runs the jobs and is billed for them.',
      placeholder: 'my-project',
      required: true,
      endpoint: true,
    },
    {
      key: 'location',
      formType: 'TEXT',
      label: 'Location',
      description: 'Location of the data, such as EU. Jobs exist only in their location.',
      placeholder: 'EU',
      required: true,
      endpoint: true,
    },
    {
      key: 'dataset',
      aliases: ['datasetName', 'defaultDataset'],
      formType: 'TEXT',
      label: 'Default dataset',
      description: 'Default dataset for unqualified names: dataset or project.dataset.',
      endpoint: true,
    },
    {
      key: 'serviceAccountKey',
      formType: 'TEXTAREA',
      label: 'Service account key (JSON)',
      description:
        'Content of the key file, or of application_default_credentials.json of a user (authorized_user).',
      secret: true,
      pem: { type: 'keyFile', member: 'private_key', without: ['authorized_user'] },
    },
    {
      key: 'useMachineCredentials',
      formType: 'CHECKBOX',
      label: "Use the machine's own credentials",
      description:
        'Uses the credentials of the worker instead of a service account key, if the operator of the ' +
        'service allows it.',
      endpoint: true,
    },
    {
      key: 'googleDrive',
      formType: 'CHECKBOX',
      label: 'Read files in Google Drive',
      description:
        'For tables over Google Sheets and other files in Drive. The files must also be shared with the service account.',
      endpoint: true,
    },
    {
      key: 'maximumBytesBilled',
      aliases: ['maxBytesBilled'],
      formType: 'TEXT',
      label: 'Maximum bytes billed per statement',
      description: 'Statements that would read more are rejected without cost.',
      placeholder: '1000000000000',
    },
    {
      key: 'apiEndpoint',
      formType: 'TEXT',
      label: 'API endpoint',
      description: 'For private endpoints and emulators; blank = the public endpoint.',
      placeholder: 'https://bigquery-example.p.googleapis.com',
      endpoint: true,
    },
  ],
  supportsConnectionClient: true,
  supportsCancel: true,
  isAsynchronous: true,
  isLocal: false,
} as const satisfies DriverDefinition;
