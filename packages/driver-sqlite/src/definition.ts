import type { DriverDefinition } from '@sluice/driver-kit/definition/driver-definition';

/** SQLite files in the directory SERVICE_LOCAL_FILES_DIR. */
export const sqlite = {
  id: 'sqlite',
  name: 'SQLite',
  dialect: 'sqlite',
  fieldPrefixes: ['sqlite'],
  fields: [
    {
      key: 'file',
      aliases: ['filename', 'path'],
      formType: 'TEXT',
      label: 'File',
      description: 'Path of the database file, relative to SERVICE_LOCAL_FILES_DIR.',
      placeholder: 'sales/2024.db',
      required: true,
      endpoint: true,
    },
    {
      key: 'create',
      formType: 'CHECKBOX',
      label: 'Create the file if it does not exist',
      endpoint: true,
    },
    {
      key: 'allowAttach',
      formType: 'CHECKBOX',
      label: 'Allow ATTACH',
      description: 'Allows ATTACH and VACUUM INTO for files in SERVICE_LOCAL_FILES_DIR.',
      endpoint: true,
    },
  ],
  supportsConnectionClient: true,
  supportsCancel: true,
  isAsynchronous: false,
  isLocal: true,
} as const satisfies DriverDefinition;
