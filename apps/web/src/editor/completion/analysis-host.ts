import type { ConnectionSchema, SchemaNamespace, SchemaTable } from '@sluice/contracts';
import { analyse, type Analysis, type AnalysisRequest, type AnalysisSettings } from './analysis.js';
import { noCatalog } from './candidates.js';
import { catalogOf, type Catalog } from './catalog.js';

/** A message to the host. A catalog is sent in parts, because one large message would block the page. */
export type HostMessage =
  | { kind: 'open'; settings: AnalysisSettings; hasSchemas: boolean }
  | { kind: 'tables'; schema: string; tables: SchemaTable[] }
  | { kind: 'loaded' }
  | { kind: 'analyse'; id: number; request: AnalysisRequest };

/** The answer to `analyse`. */
export interface HostAnswer {
  id: number;
  analysis: Analysis | null;
}

/** Returns a function that receives messages and returns the answer, if any. It keeps the last opened catalog. */
export function createAnalysisHost(): (message: HostMessage) => HostAnswer | undefined {
  let settings: AnalysisSettings = { dialectName: undefined, lexer: {}, keywords: [] };
  let hasSchemas = true;
  let namespaces: SchemaNamespace[] = [];
  let catalog: Catalog = noCatalog;
  return (message) => {
    switch (message.kind) {
      case 'open':
        ({ settings, hasSchemas } = message);
        namespaces = [];
        catalog = noCatalog;
        return undefined;
      case 'tables': {
        const { schema: name, tables } = message;
        const last = namespaces.at(-1);
        if (last?.name === name) last.tables.push(...tables);
        else namespaces.push({ name, description: '', tables });
        return undefined;
      }
      case 'loaded':
        catalog = catalogOf(schemaOf(namespaces, hasSchemas));
        return undefined;
      case 'analyse':
        return { id: message.id, analysis: analyse(message.request, settings, catalog) };
    }
  };
}

const schemaOf = (namespaces: SchemaNamespace[], hasSchemas: boolean): ConnectionSchema =>
  hasSchemas ? { schemas: namespaces } : { tables: namespaces.flatMap(({ tables }) => tables) };

/** Tables in one message; copying them takes about a millisecond. */
const TABLES_PER_MESSAGE = 100;

/** Returns the messages that load a schema, in their order. */
export function* loadingMessages(
  schema: ConnectionSchema | undefined,
  settings: AnalysisSettings,
): Generator<HostMessage> {
  const hasSchemas = schema === undefined || 'schemas' in schema;
  yield { kind: 'open', settings, hasSchemas };
  if (schema === undefined) return;
  const namespaces = 'schemas' in schema ? schema.schemas : [{ name: '', tables: schema.tables }];
  for (const { name, tables } of namespaces) {
    // A schema without tables can be completed too.
    for (let from = 0; from === 0 || from < tables.length; from += TABLES_PER_MESSAGE) {
      yield { kind: 'tables', schema: name, tables: tables.slice(from, from + TABLES_PER_MESSAGE) };
    }
  }
  yield { kind: 'loaded' };
}
