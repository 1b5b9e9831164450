import { z } from 'zod';

/** Kinds of column value; decided by the database's type, never guessed from the values. */
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
    name: z.string().describe('Column name as the database gave it; names may repeat.'),
    datatype: z.enum(datatypes).describe('Kind of the column.'),
    min: z.number().nullable().describe('Smallest number; null for other kinds and no values.'),
    max: z.number().nullable().describe('Largest number; null for other kinds and no values.'),
    maxValueLength: z
      .int()
      .describe('Characters of the longest value as stored; 0 for number columns.'),
    maxLineLength: z.int().describe('Characters of the longest line inside any value.'),
    dbType: z.string().describe('The type as the database names it, such as numeric(10,2).'),
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
export type ColumnInfo = z.infer<typeof columnInfoSchema>;
/** See {@link datatypes}. */
export type Datatype = (typeof datatypes)[number];
