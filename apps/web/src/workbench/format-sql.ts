import type { FormatDialect, FormatSql } from '@sluice/contracts';
import { call } from '../api/client.js';

const formattable: Record<FormatDialect, true> = {
  postgres: true,
  mysql: true,
  snowflake: true,
  bigquery: true,
  sqlite: true,
  duckdb: true,
  generic: true,
};

/** The same SQL laid out as its dialect has it. @throws ApiError that names the place that cannot be read */
export async function formatText(text: string, dialect: string | undefined): Promise<string> {
  const isKnown = dialect !== undefined && Object.hasOwn(formattable, dialect);
  const body: FormatSql = {
    query: text,
    dialect: isKnown ? (dialect as FormatDialect) : 'generic',
  };
  return (await call<{ query: string }>('POST', '/api/format-sql', { body })).query;
}
