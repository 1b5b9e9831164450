import type { ConnectionDependencies } from '../connections/index.js';
import type { Schemas } from '../schema/index.js';
import { createSchemaIndexes } from './schema-index.js';
import type { Tool } from './tool.js';
import { cancelRunTool, type CancelRunDependencies } from './tools/cancel-run.js';
import { describeTableTool } from './tools/describe-table.js';
import { getRowsTool } from './tools/get-rows.js';
import { getRunTool, type GetRunDependencies } from './tools/get-run.js';
import { listConnectionsTool } from './tools/list-connections.js';
import { runSqlTool, type RunSqlDependencies } from './tools/run-sql.js';
import { searchSchemaTool } from './tools/search-schema.js';

/** Dependencies of all tools. */
export interface ToolDependencies
  extends RunSqlDependencies, GetRunDependencies, CancelRunDependencies {
  connections: ConnectionDependencies;
  schemas: Schemas;
}

/** Creates the tools in the order of their use. */
export function createTools(dependencies: ToolDependencies): Tool[] {
  const { connections, schemas } = dependencies;
  const indexes = createSchemaIndexes(schemas);
  return [
    listConnectionsTool(connections),
    searchSchemaTool(indexes),
    describeTableTool(schemas, indexes),
    runSqlTool(dependencies),
    getRunTool(dependencies),
    getRowsTool(dependencies),
    cancelRunTool(dependencies),
  ];
}
