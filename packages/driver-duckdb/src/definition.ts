import type { DriverDefinition } from '@sluice/driver-kit/definition/driver-definition';

/** DuckDB files in the one directory that the service may open, or a database in memory. */
export const duckdb = {
  id: 'duckdb',
  name: 'DuckDB',
  dialect: 'duckdb',
  fieldPrefixes: ['duckdb'],
  fields: [
    {
      key: 'file',
      aliases: ['filename', 'path'],
      formType: 'TEXT',
      label: 'File',
      description:
        'Path of the database file, relative to SERVICE_LOCAL_FILES_DIR; blank = an empty database in ' +
        'memory for each session. A file that is not opened read-only has one session at a time.',
      placeholder: 'sales/2024.duckdb',
      endpoint: true,
    },
    {
      key: 'create',
      formType: 'CHECKBOX',
      label: 'Create the file when there is none',
      endpoint: true,
    },
    {
      key: 'allowFiles',
      formType: 'CHECKBOX',
      label: 'Allow other files',
      description:
        'SQL may read and write csv, parquet, json and database files below SERVICE_LOCAL_FILES_DIR.',
      endpoint: true,
    },
  ],
  supportsConnectionClient: true,
  supportsCancel: true,
  isAsynchronous: false,
  isLocal: true,
} as const satisfies DriverDefinition;
