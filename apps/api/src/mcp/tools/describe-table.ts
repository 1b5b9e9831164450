import type { SchemaTable, TableDetail } from '@sluice/contracts';
import { badRequest } from '@sluice/errors';
import { z } from 'zod';
import { textOfStored, type Schemas } from '../../schema/index.js';
import { withoutEmpty } from '../run-view.js';
import type { IndexedTable, SchemaIndexes } from '../schema-index.js';
import { defineTool, type Tool } from '../tool.js';

const MAX_COLUMNS = 300;
const MAX_DEFINITION = 8_000;
const MAX_SCHEMAS = 20;

/** Describes one table: columns of the cached schema, and keys that are at most a minute old. */
export const describeTableTool = (schemas: Schemas, indexes: SchemaIndexes): Tool =>
  defineTool({
    name: 'describe_table',
    description: 'Columns, keys, foreign keys, indexes and row estimate of a table or view.',
    scope: 'schema:read',
    isReadOnly: true,
    input: z.strictObject({
      connectionId: z.string(),
      schema: z.string().min(1).max(1_024).optional(),
      table: z.string().min(1).max(1_024),
    }),
    run: async ({ connectionId, schema, table }, { principal }) => {
      const known = findTable(await indexes.read(principal, connectionId), schema, table);
      const name = { schema: known?.schema ?? schema ?? null, name: known?.table.name ?? table };
      const stored = await schemas.readTable(principal, connectionId, name, false);
      const detail = JSON.parse((await textOfStored(stored)).toString('utf8')) as TableDetail;
      return { body: presentDetail(detail, known?.table.columns) };
    },
  });

/**
 * Returns the table; undefined when the cached schema has none, because the table may be new. Names in another
 * case are accepted if no table has the exact name.
 *
 * @throws AppError 400 when several schemas have such a table
 */
function findTable(
  tables: readonly IndexedTable[],
  schema: string | undefined,
  name: string,
): IndexedTable | undefined {
  const among = tables.filter((each) => schema === undefined || each.schema === schema);
  const exact = among.filter(({ table }) => table.name === name);
  const found =
    exact.length > 0
      ? exact
      : among.filter(({ table }) => table.name.toLowerCase() === name.toLowerCase());
  if (found.length <= 1) return found[0];
  const schemas = found.slice(0, MAX_SCHEMAS).map((each) => each.schema ?? each.table.name);
  throw badRequest([
    { path: 'schema', message: `is needed: the table is in ${schemas.join(', ')}` },
  ]);
}

function presentDetail(
  { keys, foreignKeys, indexes, ddl, ...detail }: TableDetail,
  columns: SchemaTable['columns'] | undefined,
): Record<string, unknown> {
  const isView = detail.type.includes('view');
  return withoutEmpty({
    schema: detail.schema,
    table: detail.name,
    type: detail.type,
    comment: emptyAsNull(detail.description),
    rowEstimate: detail.rowEstimate,
    columns: columns
      ?.slice(0, MAX_COLUMNS)
      .map(({ name, dataType, description }) =>
        withoutEmpty({ name, type: dataType, comment: emptyAsNull(description) }),
      ),
    columnsNote:
      columns === undefined || columns.length > MAX_COLUMNS
        ? `${columns === undefined ? 'Columns are not in the cached schema' : `${columns.length} columns`}; see the definition or query the table.`
        : null,
    keys: keys.map(({ kind, columns: names }) => ({ kind, columns: names })),
    foreignKeys: foreignKeys.map((key) =>
      withoutEmpty({
        columns: key.columns,
        schema: key.referencedSchema,
        table: key.referencedTable,
        references: key.referencedColumns,
      }),
    ),
    indexes: indexes.map(({ columns: names, isUnique }) => ({ columns: names, isUnique })),
    definition: isView || columns === undefined ? ddl?.slice(0, MAX_DEFINITION) : null,
  });
}

const emptyAsNull = (text: string): string | null => (text === '' ? null : text);
