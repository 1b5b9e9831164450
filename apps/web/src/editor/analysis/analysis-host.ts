import type { ConnectionSchema, SchemaNamespace } from '@sluice/contracts';
import { analyse, type AnalysisSettings } from '../completion/analysis.js';
import { catalogOf, noCatalog, type Catalog } from '../completion/catalog.js';
import { loadFunctions } from '../completion/functions/function-list.js';
import { tablesToRead } from '../completion/tables-to-read.js';
import { meaningAt } from '../names/meaning.js';
import { namedStatement } from '../names/named-statement.js';
import { occurrencesAt } from '../names/occurrences.js';
import type { Answer, HostAnswer, HostMessage, Question } from './host-messages.js';

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
        // Without them, the common functions are offered.
        loadFunctions(settings.dialectName).catch(() => undefined);
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
      case 'foreignKeys': {
        const { table, foreignKeys } = message;
        const found = catalog.table(table.schema ?? undefined, table.name);
        if (found !== undefined) catalog.addForeignKeys(found, foreignKeys);
        return undefined;
      }
      case 'ask':
        return { id: message.id, answer: answerTo(message.question, settings, catalog) };
    }
  };
}

function answerTo(question: Question, settings: AnalysisSettings, catalog: Catalog): Answer {
  const { kind, text, pos } = question;
  if (kind === 'complete') {
    const analysis = analyse(question, settings, catalog);
    return { kind, analysis, unread: tablesToRead(question, settings, catalog) };
  }
  const statement = namedStatement(text, settings, catalog);
  return kind === 'meaning'
    ? { kind, meaning: meaningAt(statement, pos) }
    : { kind, ranges: occurrencesAt(statement, pos) };
}

const schemaOf = (namespaces: SchemaNamespace[], hasSchemas: boolean): ConnectionSchema =>
  hasSchemas ? { schemas: namespaces } : { tables: namespaces.flatMap(({ tables }) => tables) };
