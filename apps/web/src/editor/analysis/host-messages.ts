import type { ConnectionSchema, SchemaTable, TableForeignKey } from '@sluice/contracts';
import type { TextRange } from '../../sql/text-range.js';
import type { NameMeaning } from '../names/meaning.js';
import type {
  Analysis,
  AnalysisRequest,
  AnalysisSettings,
  StatementPosition,
} from '../completion/analysis.js';
import type { TableName } from '../completion/foreign-keys.js';

/** A message to the host. A catalog is sent in parts, because one large message would block the page. */
export type HostMessage =
  | { kind: 'open'; settings: AnalysisSettings; hasSchemas: boolean }
  | { kind: 'tables'; schema: string; tables: SchemaTable[] }
  | { kind: 'loaded' }
  | { kind: 'foreignKeys'; table: TableName; foreignKeys: TableForeignKey[] }
  | { kind: 'ask'; id: number; question: Question };

/** A question about a statement. */
export type Question =
  | ({ kind: 'complete' } & AnalysisRequest)
  | ({ kind: 'meaning' } & StatementPosition)
  | ({ kind: 'occurrences' } & StatementPosition);

/** The answer to a question, of the same kind. */
export type Answer =
  /** `unread`: tables with unknown foreign keys, which would improve the next answer. */
  | { kind: 'complete'; analysis: Analysis | null; unread: TableName[] }
  | { kind: 'meaning'; meaning: NameMeaning | null }
  | { kind: 'occurrences'; ranges: TextRange[] };

/** The answer to `ask`. */
export interface HostAnswer {
  id: number;
  answer: Answer;
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
