import { z } from 'zod';

const columnExample = { name: 'total', description: 'In euros', dataType: 'numeric(10,2)' };
const tableExample = {
  name: 'orders',
  description: 'One row for each order',
  type: 'table',
  columns: [columnExample],
};
const schemaExample = { name: 'public', description: '', tables: [tableExample] };

const schemaColumnSchema = z
  .object({
    name: z.string().describe('Name of the column.'),
    description: z.string().describe('Comment on the column; empty when there is none.'),
    dataType: z.string().describe('Type as the database reports it.'),
  })
  .meta({ id: 'SchemaColumn', description: 'A column of a table.', examples: [columnExample] });

const schemaTableSchema = z
  .object({
    name: z.string().describe('Name of the table.'),
    description: z.string().describe('Comment on the table; empty when there is none.'),
    type: z
      .string()
      .describe('table, view, materialized view, foreign table or partitioned table.'),
    columns: z.array(schemaColumnSchema).describe('Columns in the order of the table.'),
  })
  .meta({
    id: 'SchemaTable',
    description: 'A table or view.',
    examples: [tableExample],
  });

const schemaNamespaceSchema = z
  .object({
    name: z.string().describe('Name of the schema.'),
    description: z.string().describe('Comment on the schema; empty when there is none.'),
    tables: z.array(schemaTableSchema).describe('Tables that the connection can see.'),
  })
  .meta({
    id: 'SchemaNamespace',
    description: 'A schema of a database.',
    examples: [schemaExample],
  });

/** `schemas` for databases with schemas, `tables` for others. */
export const connectionSchemaSchema = z
  .union([
    z.object({
      schemas: z.array(schemaNamespaceSchema).describe('For databases with schemas.'),
    }),
    z.object({
      tables: z.array(schemaTableSchema).describe('For databases without schemas.'),
    }),
  ])
  .meta({
    id: 'ConnectionSchema',
    description: 'The schema of a database.',
    examples: [{ schemas: [schemaExample] }, { tables: [tableExample] }],
  });

/** Deprecated format: schema name → table name → columns. */
export const schemaInfoSchema = z
  .record(
    z.string(),
    z.record(
      z.string(),
      z.array(
        z.object({
          column_name: z.string().describe('Name of the column.'),
          column_description: z
            .string()
            .describe('Comment on the column; empty when there is none.'),
          data_type: z.string().describe('Type as the database reports it.'),
        }),
      ),
    ),
  )
  .meta({
    id: 'SchemaInfo',
    description: 'Deprecated format: columns by schema and table.',
    examples: [
      {
        public: {
          orders: [{ column_name: 'total', column_description: '', data_type: 'numeric(10,2)' }],
        },
      },
    ],
  });

/** See {@link connectionSchemaSchema}. */
export type ConnectionSchema = z.infer<typeof connectionSchemaSchema>;
/** See {@link schemaTableSchema}. */
export type SchemaTable = z.infer<typeof schemaTableSchema>;
/** See {@link schemaNamespaceSchema}. */
export type SchemaNamespace = z.infer<typeof schemaNamespaceSchema>;
/** See {@link schemaInfoSchema}. */
export type SchemaInfo = z.infer<typeof schemaInfoSchema>;
