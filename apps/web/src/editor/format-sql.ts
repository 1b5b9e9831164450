import type { FormatDialect, FormatSql } from '@sluice/contracts';
import { call } from '../http/client.js';

const formattable: Record<FormatDialect, true> = {
  postgres: true,
  mysql: true,
  snowflake: true,
  bigquery: true,
  sqlite: true,
  duckdb: true,
  generic: true,
};

/** Returns the formatted SQL. @throws ApiError that names the position of a syntax error */
export async function formatSql(text: string, dialect: string | undefined): Promise<string> {
  const isKnown = dialect !== undefined && Object.hasOwn(formattable, dialect);
  const body: FormatSql = {
    query: text,
    dialect: isKnown ? (dialect as FormatDialect) : 'generic',
  };
  return (await call<{ query: string }>('POST', '/api/format-sql', { body })).query;
}
