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
    name: z.string().describe('Of the column.'),
    description: z.string().describe('Comment on the column; empty when there is none.'),
    dataType: z.string().describe('Exactly as the database driver reports it.'),
  })
  .meta({ id: 'SchemaColumn', description: 'A column of a table.', examples: [columnExample] });

const schemaTableSchema = z
  .object({
    name: z.string().describe('Of the table.'),
    description: z.string().describe('Comment on the table; empty when there is none.'),
    type: z
      .string()
      .describe('table, view, materialized view, foreign table or partitioned table.'),
    columns: z.array(schemaColumnSchema).describe('In the order of the table.'),
  })
  .meta({
    id: 'SchemaTable',
    description: 'A table, or what is read as one.',
    examples: [tableExample],
  });

const schemaNamespaceSchema = z
  .object({
    name: z.string().describe('Of the schema.'),
    description: z.string().describe('Comment on the schema; empty when there is none.'),
    tables: z.array(schemaTableSchema).describe('Those that the connection may see.'),
  })
  .meta({
    id: 'SchemaNamespace',
    description: 'A schema of a database.',
    examples: [schemaExample],
  });

/** Databases with a schema concept answer `schemas`, others `tables` at the top. */
export const connectionSchemaSchema = z
  .union([
    z.object({
      schemas: z.array(schemaNamespaceSchema).describe('Where the database has schemas.'),
    }),
    z.object({
      tables: z.array(schemaTableSchema).describe('Where the database has no schemas.'),
    }),
  ])
  .meta({
    id: 'ConnectionSchema',
    description: 'What a database holds.',
    examples: [{ schemas: [schemaExample] }, { tables: [tableExample] }],
  });

/** Deprecated form: schema name → table name → columns. */
export const schemaInfoSchema = z
  .record(
    z.string(),
    z.record(
      z.string(),
      z.array(
        z.object({
          column_name: z.string().describe('Of the column.'),
          column_description: z.string().describe('Comment on it; empty when there is none.'),
          data_type: z.string().describe('Exactly as the database driver reports it.'),
        }),
      ),
    ),
  )
  .meta({
    id: 'SchemaInfo',
    description: 'The older form: columns by schema and table.',
    examples: [
      {
        public: {
          orders: [{ column_name: 'total', column_description: '', data_type: 'numeric(10,2)' }],
        },
      },
    ],
  });

export type ConnectionSchema = z.infer<typeof connectionSchemaSchema>;
export type SchemaTable = z.infer<typeof schemaTableSchema>;
export type SchemaNamespace = z.infer<typeof schemaNamespaceSchema>;
export type SchemaInfo = z.infer<typeof schemaInfoSchema>;
