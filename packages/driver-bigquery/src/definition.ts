import type { DriverDefinition } from '@sluice/driver-kit/definition/driver-definition';

/** BigQuery. The key of a service account is pasted: a path would be one of the worker's own files. */
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
      description: 'The project that runs the jobs and pays for them.',
      placeholder: 'my-project',
      required: true,
      endpoint: true,
    },
    {
      key: 'location',
      formType: 'TEXT',
      label: 'Location',
      description: 'Where the data is. A job can only be found again in its location.',
      placeholder: 'EU',
      required: true,
      endpoint: true,
    },
    {
      key: 'dataset',
      aliases: ['datasetName', 'defaultDataset'],
      formType: 'TEXT',
      label: 'Default dataset',
      description:
        'Where names without a dataset are looked up: a dataset of the project, or project.dataset.',
      endpoint: true,
    },
    {
      key: 'serviceAccountKey',
      formType: 'TEXTAREA',
      label: 'Service account key (JSON)',
      description: 'The whole text of the key file.',
      secret: true,
    },
    {
      key: 'useMachineCredentials',
      formType: 'CHECKBOX',
      label: "Use the machine's own credentials",
      description:
        'Signs in as the machine that the worker runs on, in place of a service account key. Refused ' +
        'unless whoever runs the service allows it.',
      endpoint: true,
    },
    {
      key: 'maximumBytesBilled',
      aliases: ['maxBytesBilled'],
      formType: 'TEXT',
      label: 'Most bytes billed for a statement',
      description: 'A statement that would read more is refused before it costs anything.',
      placeholder: '1000000000000',
    },
    {
      key: 'apiEndpoint',
      formType: 'TEXT',
      label: 'API endpoint',
      description: 'For private endpoints and emulators; blank = the public one.',
      placeholder: 'https://bigquery-example.p.googleapis.com',
      endpoint: true,
    },
  ],
  supportsConnectionClient: true,
  supportsCancel: true,
  isAsynchronous: true,
  isLocal: false,
} as const satisfies DriverDefinition;
