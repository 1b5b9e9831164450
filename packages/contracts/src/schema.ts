import { z } from 'zod';

const schemaColumnSchema = z
  .object({
    name: z.string(),
    description: z.string().describe('Comment on the column; empty when there is none.'),
    dataType: z.string().describe('Exactly as the database driver reports it.'),
  })
  .meta({ id: 'SchemaColumn' });

const schemaTableSchema = z
  .object({
    name: z.string(),
    description: z.string().describe('Comment on the table; empty when there is none.'),
    type: z
      .string()
      .describe('table, view, materialized view, foreign table or partitioned table.'),
    columns: z.array(schemaColumnSchema),
  })
  .meta({ id: 'SchemaTable' });

const schemaNamespaceSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    tables: z.array(schemaTableSchema),
  })
  .meta({ id: 'SchemaNamespace' });

/** Databases with a schema concept answer `schemas`, others `tables` at the top. */
export const connectionSchemaSchema = z
  .union([
    z.object({ schemas: z.array(schemaNamespaceSchema) }),
    z.object({ tables: z.array(schemaTableSchema) }),
  ])
  .meta({ id: 'ConnectionSchema' });

/** Deprecated form: schema name → table name → columns. */
export const schemaInfoSchema = z
  .record(
    z.string(),
    z.record(
      z.string(),
      z.array(
        z.object({
          column_name: z.string(),
          column_description: z.string(),
          data_type: z.string(),
        }),
      ),
    ),
  )
  .meta({ id: 'SchemaInfo' });

export type ConnectionSchema = z.infer<typeof connectionSchemaSchema>;
export type SchemaTable = z.infer<typeof schemaTableSchema>;
export type SchemaNamespace = z.infer<typeof schemaNamespaceSchema>;
export type SchemaInfo = z.infer<typeof schemaInfoSchema>;
