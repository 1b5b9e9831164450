import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';
import type { Analysis, AnalysisRequest, AnalysisSettings } from './analysis.js';

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
