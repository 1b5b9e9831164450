import { commonFunctions } from './common.js';

/** A function of a dialect. */
export interface SqlFunction {
  name: string;
  /** The parameters in parentheses, such as `(unit, source)`. */
  parameters: string;
  result: string;
  description: string;
  /** A call that runs without a table; empty for functions in FROM. */
  example: string;
}

/** Each table is a separate chunk, because a connection needs one dialect. */
const loaders: Record<string, () => Promise<string>> = {
  postgres: async () => (await import('./postgres.js')).postgresFunctions,
  mysql: async () => (await import('./mysql.js')).mysqlFunctions,
  sqlite: async () => (await import('./sqlite.js')).sqliteFunctions,
  duckdb: async () => (await import('./duckdb.js')).duckdbFunctions,
  snowflake: async () => (await import('./snowflake.js')).snowflakeFunctions,
  bigquery: async () => (await import('./bigquery.js')).bigqueryFunctions,
};

const line = /^(\w+)(\(.*) → ([^|]+) \| ([^|]+) \|(?: (.+))?$/;

/** Returns the functions in a table of lines: signature, description, example. @throws Error for an invalid line */
function functionsIn(table: string): SqlFunction[] {
  return table
    .trim()
    .split('\n')
    .map((text) => {
      const [, name, parameters, result, description, example = ''] = line.exec(text) ?? [];
      if (
        name === undefined ||
        parameters === undefined ||
        result === undefined ||
        description === undefined
      ) {
        throw new Error(`Invalid line in the table of functions: ${text}`);
      }
      return { name, parameters, result, description, example };
    });
}

const commonOnly = functionsIn(commonFunctions);
const loaded = new Map<string, SqlFunction[]>();

/** Loads the functions of a dialect. @throws Error if the chunk cannot be loaded */
export async function loadFunctions(dialectName = ''): Promise<void> {
  const load = loaders[dialectName];
  if (load === undefined || loaded.has(dialectName)) return;
  loaded.set(dialectName, [...commonOnly, ...functionsIn(await load())]);
}

/** Returns the functions of a dialect, the common ones first; only those until the dialect is loaded. */
export const functionsOf = (dialectName = ''): readonly SqlFunction[] =>
  loaded.get(dialectName) ?? commonOnly;
