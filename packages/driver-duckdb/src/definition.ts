import type { DriverDefinition } from '@sluice/driver-kit/definition/driver-definition';

/** DuckDB files in the directory SERVICE_LOCAL_FILES_DIR, or an in-memory database. */
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
        'Path of the database file, relative to SERVICE_LOCAL_FILES_DIR; blank = an empty in-memory ' +
        'database per session. A writable file has one session at a time.',
      placeholder: 'sales/2024.duckdb',
      endpoint: true,
    },
    {
      key: 'create',
      formType: 'CHECKBOX',
      label: 'Create the file if it does not exist',
      endpoint: true,
    },
    {
      key: 'allowFiles',
      formType: 'CHECKBOX',
      label: 'Allow other files',
      description:
        'Allows SQL to read and write CSV, Parquet, JSON and database files in SERVICE_LOCAL_FILES_DIR.',
      endpoint: true,
    },
  ],
  supportsConnectionClient: true,
  supportsCancel: true,
  isAsynchronous: false,
  isLocal: true,
} as const satisfies DriverDefinition;
