import type { ConnectionSchema, SchemaNamespace } from '@sluice/contracts';
import { analyse, type AnalysisSettings } from './analysis.js';
import { noCatalog } from './candidates.js';
import { catalogOf, type Catalog } from './catalog.js';
import { loadFunctions } from './functions/function-list.js';
import type { HostAnswer, HostMessage } from './host-messages.js';

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
      case 'analyse':
        return { id: message.id, analysis: analyse(message.request, settings, catalog) };
    }
  };
}

const schemaOf = (namespaces: SchemaNamespace[], hasSchemas: boolean): ConnectionSchema =>
  hasSchemas ? { schemas: namespaces } : { tables: namespaces.flatMap(({ tables }) => tables) };
