import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../identity/principal/index.js';
import { textOfStored, type Schemas } from '../schema/index.js';

/** A table with its texts in lower case. */
export interface IndexedTable {
  /** Null in databases without schemas. */
  schema: string | null;
  table: SchemaTable;
  name: string;
  comment: string;
  /** Names of the columns, one a line. */
  columns: string;
  /** Comments on the columns, one a line. */
  columnComments: string;
}

/** Reads the tables of a connection. */
export interface SchemaIndexes {
  /** @throws the errors of {@link Schemas.read} */
  read(principal: Principal, connectionId: string): Promise<readonly IndexedTable[]>;
}

/** JSON of two schemas of 10,000 tables with 20 columns each. An index takes several times its JSON. */
const MAX_CHARACTERS = 24_000_000;

/** Agents search a schema for minutes, then it would only take memory. */
const KEPT_MS = 10 * 60_000;

/** Creates a reader that parses each version of a schema once. */
export function createSchemaIndexes(schemas: Pick<Schemas, 'read'>): SchemaIndexes {
  const indexes = new LRUCache<string, readonly IndexedTable[]>({
    maxSize: MAX_CHARACTERS,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  return {
    read: async (principal, connectionId) => {
      const stored = await schemas.read(principal, connectionId, false);
      // The tag depends on the connection as rendered for the principal, and on the time of the reading.
      const known = indexes.get(stored.etag);
      if (known !== undefined) return known;
      const text = (await textOfStored(stored)).toString('utf8');
      const tables = indexTables(JSON.parse(text) as ConnectionSchema);
      indexes.set(stored.etag, tables, { size: Math.max(1, text.length) });
      return tables;
    },
  };
}

/** Returns the tables of a schema for a search. */
export function indexTables(schema: ConnectionSchema): IndexedTable[] {
  const namespaces = 'schemas' in schema ? schema.schemas : [{ name: null, tables: schema.tables }];
  return namespaces.flatMap(({ name: schemaName, tables }) =>
    tables.map((table) => ({
      schema: schemaName,
      table,
      name: `${schemaName ?? ''}.${table.name}`.toLowerCase(),
      comment: table.description.toLowerCase(),
      columns: table.columns.map(({ name }) => name.toLowerCase()).join('\n'),
      columnComments: table.columns
        .map(({ description }) => description.toLowerCase())
        .filter((description) => description !== '')
        .join('\n'),
    })),
  );
}
