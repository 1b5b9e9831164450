import { z } from 'zod';

const nameSchema = z
  .string()
  .min(1)
  .max(1_024)
  .refine((name) => !name.includes('\0'), 'must not contain NUL');

/** Query parameters of `GET /api/connections/:id/tables/detail`. */
export const tableDetailQuerySchema = z.object({
  schema: nameSchema
    .optional()
    .describe('Name of the schema; omit it for databases without schemas.'),
  table: nameSchema.describe('Name of the table or view.'),
  reload: z.string().optional().describe('`true` reads the table again, past the cache.'),
});

const columnNames = (what: string) => z.array(z.string()).describe(what);

const keySchema = z
  .object({
    name: z.string().describe('Name of the constraint; empty when it has none.'),
    kind: z.enum(['primary', 'unique']).describe('Primary or unique key.'),
    columns: columnNames('Columns in the order of the key.'),
  })
  .meta({
    id: 'TableKey',
    description: 'A primary or unique key.',
    examples: [{ name: 'orders_pkey', kind: 'primary', columns: ['id'] }],
  });

const foreignKeyExample = {
  name: 'orders_customer_id_fkey',
  columns: ['customer_id'],
  referencedSchema: 'public',
  referencedTable: 'customers',
  referencedColumns: ['id'],
};

const foreignKeySchema = z
  .object({
    name: z.string().describe('Name of the constraint; empty when it has none.'),
    columns: columnNames('Columns in the order of the key.'),
    referencedSchema: z
      .string()
      .nullable()
      .describe('Schema of the referenced table; null for databases without schemas.'),
    referencedTable: z.string().describe('Referenced table.'),
    referencedColumns: columnNames('Referenced columns, one for each column of the key.'),
  })
  .meta({ id: 'TableForeignKey', description: 'A foreign key.', examples: [foreignKeyExample] });

const indexSchema = z
  .object({
    name: z.string().describe('Name of the index.'),
    columns: columnNames('Indexed columns or expressions in the order of the index.'),
    isUnique: z.boolean().describe('The index rejects duplicates.'),
    method: z
      .string()
      .nullable()
      .describe('Method of the index, such as btree; null if the database does not report it.'),
  })
  .meta({
    id: 'TableIndex',
    description: 'An index.',
    examples: [{ name: 'orders_pkey', columns: ['id'], isUnique: true, method: 'btree' }],
  });

/** Keys, indexes, row estimate, comment and definition of a table or view. */
export const tableDetailSchema = z
  .object({
    schema: z.string().nullable().describe('Name of the schema; null in databases without.'),
    name: z.string().describe('Name of the table.'),
    type: z.string().describe('As in the schema: table, view, materialized view, …'),
    description: z.string().describe('Comment on the table; empty when there is none.'),
    rowEstimate: z
      .number()
      .nullable()
      .describe('Rows by the statistics of the database, not counted; null when it has none.'),
    keys: z.array(keySchema).describe('Primary key first.'),
    foreignKeys: z.array(foreignKeySchema).describe('References to other tables.'),
    indexes: z.array(indexSchema).describe('Indexes, including those of keys.'),
    ddl: z
      .string()
      .nullable()
      .describe(
        'Statements that create the table; null if the user may not read them, or if the server version cannot return them.',
      ),
    ddlSource: z
      .enum(['engine', 'catalog'])
      .describe(
        '`engine`: the database returned the statements. `catalog`: Sluice built them from the catalog, without privileges, triggers and storage options.',
      ),
  })
  .meta({
    id: 'TableDetail',
    description: 'Keys, indexes, row estimate, comment and definition of a table or view.',
    examples: [
      {
        schema: 'public',
        name: 'orders',
        type: 'table',
        description: 'One row for each order',
        rowEstimate: 120_000,
        keys: [{ name: 'orders_pkey', kind: 'primary', columns: ['id'] }],
        foreignKeys: [foreignKeyExample],
        indexes: [{ name: 'orders_pkey', columns: ['id'], isUnique: true, method: 'btree' }],
        ddl: 'create table public.orders (\n  id bigint not null\n);',
        ddlSource: 'catalog',
      },
    ],
  });

/** See {@link tableDetailSchema}. */
export type TableDetail = z.infer<typeof tableDetailSchema>;
/** A primary or unique key. */
export type TableKey = z.infer<typeof keySchema>;
/** A foreign key. */
export type TableForeignKey = z.infer<typeof foreignKeySchema>;
/** An index. */
export type TableIndex = z.infer<typeof indexSchema>;
