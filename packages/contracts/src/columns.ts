import { z } from 'zod';

/** Kinds of columns. The database type decides the kind, never the values. */
export const datatypes = [
  'number',
  'string',
  'boolean',
  'date',
  'datetime',
  'time',
  'json',
  'binary',
] as const;

/** One column of a result, in column order. */
export const columnInfoSchema = z
  .object({
    name: z.string().describe('Column name of the database; not unique.'),
    datatype: z.enum(datatypes).describe('Kind of the column.'),
    min: z
      .number()
      .nullable()
      .describe('Minimum of a number column; null for other kinds and without values.'),
    max: z
      .number()
      .nullable()
      .describe('Maximum of a number column; null for other kinds and without values.'),
    maxValueLength: z
      .int()
      .describe('Characters of the longest stored value; 0 for number columns.'),
    maxLineLength: z.int().describe('Characters of the longest line of all values.'),
    dbType: z.string().describe('Type name of the database, such as numeric(10,2).'),
  })
  .meta({
    id: 'ColumnInfo',
    description: 'One column of a result.',
    examples: [
      {
        name: 'total',
        datatype: 'number',
        min: 1.5,
        max: 982.25,
        maxValueLength: 0,
        maxLineLength: 6,
        dbType: 'numeric(10,2)',
      },
    ],
  });

/** See {@link columnInfoSchema}. */
/** See {@link columnInfoSchema}. */
export type ColumnInfo = z.infer<typeof columnInfoSchema>;
/** See {@link datatypes}. */
/** See {@link datatypes}. */
export type Datatype = (typeof datatypes)[number];
