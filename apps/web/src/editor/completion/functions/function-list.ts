import { bigqueryFunctions } from './bigquery.js';
import { commonFunctions } from './common.js';
import { duckdbFunctions } from './duckdb.js';
import { mysqlFunctions } from './mysql.js';
import { postgresFunctions } from './postgres.js';
import { snowflakeFunctions } from './snowflake.js';
import { sqliteFunctions } from './sqlite.js';

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

const tables: Record<string, string> = {
  postgres: postgresFunctions,
  mysql: mysqlFunctions,
  sqlite: sqliteFunctions,
  duckdb: duckdbFunctions,
  snowflake: snowflakeFunctions,
  bigquery: bigqueryFunctions,
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

const known = new Map<string, SqlFunction[]>();

/** Returns the functions of a dialect, the common ones first; only those for an unknown dialect. */
export function functionsOf(dialectName = ''): SqlFunction[] {
  const functions =
    known.get(dialectName) ?? functionsIn(commonFunctions + (tables[dialectName] ?? '').trim());
  known.set(dialectName, functions);
  return functions;
}
