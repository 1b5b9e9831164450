import { z } from 'zod';

/** SQL dialects that can be formatted. */
export const formatDialects = [
  'postgres',
  'mysql',
  'snowflake',
  'bigquery',
  'sqlite',
  'duckdb',
  'generic',
] as const;

/** Maximum length of the text in UTF-16 code units. */
export const maxFormatLength = 200_000;

/** `POST /api/format-sql`. */
export const formatSqlSchema = z
  .object({
    query: z.string().max(maxFormatLength).describe('SQL to format. It is not run.'),
    dialect: z.enum(formatDialects).nullish().describe('`dialect` of a driver; default `generic`.'),
  })
  .meta({
    id: 'FormatSql',
    description: 'SQL to format.',
    examples: [{ query: 'select a,b from t where a=1', dialect: 'postgres' }],
  });

/** Formatted SQL. */
export const formattedSqlSchema = z
  .object({ query: z.string().describe('The formatted SQL. Only white space differs.') })
  .meta({
    id: 'FormattedSql',
    description: 'Formatted SQL.',
    examples: [{ query: 'select\n  a,\n  b\nfrom\n  t\nwhere\n  a = 1' }],
  });

/** See {@link formatSqlSchema}. */
export type FormatSql = z.infer<typeof formatSqlSchema>;
/** See {@link formatDialects}. */
export type FormatDialect = (typeof formatDialects)[number];
