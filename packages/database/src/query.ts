import type { z } from 'zod';
import type { Database } from './client.js';
import { Prisma } from './generated/client.js';
import { queries } from './sql/embedded.js';

/** Name of a file in `sql/queries`, in camel case. */
export type QueryName = keyof typeof queries;

/** A value for each parameter of the query. An `Sql` value is inserted as SQL text. */
export type QueryValues<Name extends QueryName> = Record<
  (typeof queries)[Name]['parameters'][number],
  unknown
>;

interface Template {
  texts: readonly string[];
  parameters: readonly string[];
}

const parameterPattern = /(?<!:):([a-zA-Z]\w*)/g;

/** By the query's text. Each query is cut once: its texts then also identify its prepared statement. */
const templates = new Map<string, Template>();

/** The query of a file in `sql/queries` with its `:name` parameters bound. */
export function sqlQuery<Name extends QueryName>(
  name: Name,
  values: QueryValues<Name>,
): Prisma.Sql {
  const { texts, parameters } = templateOf(queries[name].text);
  const bound = values as Record<string, unknown>;
  return new Prisma.Sql(
    texts,
    parameters.map((parameter) => bound[parameter]),
  );
}

function templateOf(text: string): Template {
  const known = templates.get(text);
  if (known !== undefined) return known;
  // A pattern with a group puts what it captured between the pieces.
  const pieces = text.split(parameterPattern);
  const template = {
    texts: pieces.filter((_, index) => index % 2 === 0),
    parameters: pieces.filter((_, index) => index % 2 === 1),
  };
  templates.set(text, template);
  return template;
}

/** Anything that runs raw queries: the database or a transaction. */
export type Queryable = Pick<Database, '$queryRaw'>;

/**
 * Runs a query and parses its rows.
 *
 * @param schema a constant of its module: Zod compiles a schema at its first use, which takes 0.3 ms
 * @throws ZodError when a row does not have the columns of the schema.
 */
export async function queryRows<Schema extends z.ZodType>(
  database: Queryable,
  schema: Schema,
  sql: Prisma.Sql,
): Promise<z.infer<Schema>[]> {
  const rows = await database.$queryRaw<unknown[]>(sql);
  return rows.map((row) => schema.parse(row));
}

/** The first row of {@link queryRows}. */
export async function queryRow<Schema extends z.ZodType>(
  database: Queryable,
  schema: Schema,
  sql: Prisma.Sql,
): Promise<z.infer<Schema> | undefined> {
  const [row] = await queryRows(database, schema, sql);
  return row;
}
