import { z } from 'zod';

/** Kinds of SQL that can be formatted: those of the drivers, and any. */
export const formatDialects = [
  'postgres',
  'mysql',
  'snowflake',
  'bigquery',
  'sqlite',
  'duckdb',
  'generic',
] as const;

/** Longest text that is formatted, in UTF-16 units. */
export const maxFormatLength = 200_000;

/** `POST /api/format-sql`. */
export const formatSqlSchema = z
  .object({
    query: z.string().max(maxFormatLength).describe('Any SQL; it is only laid out, never run.'),
    dialect: z
      .enum(formatDialects)
      .nullish()
      .describe("A driver's `dialect`; `generic` unless given."),
  })
  .meta({
    id: 'FormatSql',
    description: 'SQL to lay out.',
    examples: [{ query: 'select a,b from t where a=1', dialect: 'postgres' }],
  });

/** The same text with other white space. */
export const formattedSqlSchema = z
  .object({ query: z.string().describe('The same text with other white space.') })
  .meta({
    id: 'FormattedSql',
    description: 'SQL, laid out.',
    examples: [{ query: 'select\n  a,\n  b\nfrom\n  t\nwhere\n  a = 1' }],
  });

export type FormatSql = z.infer<typeof formatSqlSchema>;
export type FormatDialect = (typeof formatDialects)[number];
