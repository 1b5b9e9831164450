import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';

/** The tables of one schema; of all tables in databases without schemas. */
export interface Namespace {
  /** Null in databases without schemas. */
  name: string | null;
  description: string;
  tables: SchemaTable[];
}

/** Returns the schemas of a connection. */
export const namespacesOf = (schema: ConnectionSchema): Namespace[] =>
  'tables' in schema ? [{ name: null, description: '', tables: schema.tables }] : schema.schemas;
