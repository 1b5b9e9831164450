import {
  MariaSQL,
  MySQL,
  PostgreSQL,
  SQLite,
  StandardSQL,
  type SQLDialect,
} from '@codemirror/lang-sql';

const dialects: Record<string, SQLDialect> = {
  postgres: PostgreSQL,
  postgresql: PostgreSQL,
  mysql: MySQL,
  mariadb: MariaSQL,
  sqlite: SQLite,
};

/** How the editor reads the SQL of a driver's dialect. */
export const dialectOf = (name: string | undefined): SQLDialect =>
  dialects[name ?? ''] ?? StandardSQL;
