import { MariaSQL, MySQL, PostgreSQL, SQLite, SQLDialect, StandardSQL } from '@codemirror/lang-sql';

const dialects: Record<string, SQLDialect> = {
  postgres: PostgreSQL,
  postgresql: PostgreSQL,
  mysql: SQLDialect.define({ ...MySQL.spec, backslashEscapes: true }),
  mariadb: SQLDialect.define({ ...MariaSQL.spec, backslashEscapes: true }),
  sqlite: SQLite,
  bigquery: SQLDialect.define({
    ...StandardSQL.spec,
    backslashEscapes: true,
    doubleQuotedStrings: true,
    hashComments: true,
    identifierQuotes: '`',
  }),
};

/** Returns the editor dialect for the dialect name of a driver. */
export const dialectOf = (name: string | undefined): SQLDialect =>
  dialects[name ?? ''] ?? StandardSQL;
