import { z } from 'zod';
import { withoutEmpty } from '../run-view.js';
import type { IndexedTable, SchemaIndexes } from '../schema-index.js';
import { searchTables, wordsOf } from '../schema-search.js';
import { defineTool, type Tool } from '../tool.js';

const DEFAULT_LIMIT = 20;
const MAX_COLUMNS = 12;
const MAX_COMMENT = 200;

/** Searches the cached schema of a connection. */
export const searchSchemaTool = (indexes: SchemaIndexes): Tool =>
  defineTool({
    name: 'search_schema',
    description:
      'Find tables by words in names and comments of tables and columns, best first. Empty query: all tables.',
    scope: 'schema:read',
    isReadOnly: true,
    input: z.strictObject({
      connectionId: z.string(),
      query: z.string().max(1_000),
      limit: z.int().min(1).max(100).optional(),
    }),
    run: async ({ connectionId, query, limit = DEFAULT_LIMIT }, { principal }) => {
      const tables = await indexes.read(principal, connectionId);
      const { found, total, isPartial } = searchTables(tables, query, limit);
      const words = wordsOf(query);
      return {
        body: {
          tables: found.map((table) => presentTable(table, words)),
          total,
          ...(isPartial && total > 0 && { note: 'No table matches all words; these match some.' }),
        },
      };
    },
  });

/** Columns that match come first, so that a short list explains the match. */
function presentTable({ schema, table }: IndexedTable, words: string[]): Record<string, unknown> {
  const matchesOf = ({ name }: { name: string }): number =>
    words.filter((word) => name.toLowerCase().includes(word)).length;
  const columns = table.columns.toSorted((one, other) => matchesOf(other) - matchesOf(one));
  const left = columns.length - MAX_COLUMNS;
  return withoutEmpty({
    schema,
    table: table.name,
    type: table.type === 'table' ? null : table.type,
    comment: table.description === '' ? null : table.description.slice(0, MAX_COMMENT),
    columns: columns.slice(0, MAX_COLUMNS).map(({ name }) => name),
    moreColumns: left > 0 ? left : null,
  });
}
