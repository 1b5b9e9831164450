import { runQuerySchema, type QueryParameter } from '@sluice/contracts';
import type { ToolQuery } from '@sluice/database';
import { createBatch, type CreateBatchDependencies } from '../batches/index.js';
import { parse } from '../http/index.js';
import type { Principal } from '../identity/principal/index.js';
import {
  getQuery,
  listToolQueries,
  type QueryDependencies,
  type QueryListDependencies,
} from '../queries/index.js';
import { accessUserOf, bodyOfRun, placeholderNames, valuesSchema } from '../query-runs/index.js';
import { withOwnNames } from './own-names.js';
import { answerWithRows, type RunAnswerDependencies } from './run-answer.js';
import type { Tool, ToolAnswer, ToolCall } from './tool.js';
import { DEFAULT_WAIT_SECONDS } from './tools/run-sql.js';
import { waitOrCancel, type WaitOrCancelDependencies } from './wait-or-cancel.js';

/** Dependencies of {@link createSavedQueryTools}. */
export interface SavedQueryToolDependencies
  extends RunAnswerDependencies, WaitOrCancelDependencies {
  queries: QueryDependencies & QueryListDependencies;
  creation: CreateBatchDependencies;
}

/** The saved queries that are tools for a principal. */
export interface SavedQueryTools {
  /** Returns the latest changed ones. */
  list(principal: Principal): Promise<Tool[]>;
  find(principal: Principal, name: string): Promise<Tool | undefined>;
}

/** Each tool costs the context of a model. */
const MAX_LISTED = 50;
/** Clients allow 64 characters. */
const MAX_SLUG = 50;
/** Enough to tell the queries of one reader apart. */
const ID_END = 6;

/** Creates the tools of saved queries. Names and parameters are read from the database at each request. */
export function createSavedQueryTools(dependencies: SavedQueryToolDependencies): SavedQueryTools {
  const { queries } = dependencies;
  const toolOf = (query: ToolQuery): Tool => ({
    name: toolName(query),
    description: `Saved query "${query.name}". Runs it read-only and returns its rows; after ${DEFAULT_WAIT_SECONDS} s the runId.`,
    scope: 'sql:run',
    isReadOnly: true,
    inputSchema: {
      ...valuesSchema(
        placeholderNames(query.queryText, query.driver),
        query.parameters as QueryParameter[],
      ),
    },
    call: (input, call) => run(dependencies, query.id, input, call),
  });
  return {
    list: async (principal) =>
      (await listToolQueries(queries, principal, { take: MAX_LISTED })).map(toolOf),
    find: async (principal, name) => {
      const [, idEnd] = /_([0-9a-z]{6})$/.exec(name) ?? [];
      if (idEnd === undefined) return undefined;
      const found = await listToolQueries(queries, principal, { take: MAX_LISTED, idEnd });
      return found.map(toolOf).find((tool) => tool.name === name);
    },
  };
}

/** Returns the name of a tool: that of its query, and the end of its ID, because names are not unique. */
function toolName({ id, name }: Pick<ToolQuery, 'id' | 'name'>): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return `${slug.slice(0, MAX_SLUG) || 'query'}_${id.slice(-ID_END)}`;
}

async function run(
  dependencies: SavedQueryToolDependencies,
  id: string,
  input: unknown,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { queries, creation } = dependencies;
  const { principal, address, key: idempotencyKey, traceParent } = call;
  const created = await withOwnNames(ownName, async () => {
    const { body: query } = await getQuery(queries, principal, id);
    const body = bodyOfRun(query, parse(runQuerySchema, { parameters: input }));
    return createBatch(creation, principal, body, {
      address,
      idempotencyKey,
      traceParent,
      definitions: query.parameters,
      readOnly: true,
      accessUser: await accessUserOf(creation.batches, query, principal),
    });
  });
  const snapshot = await waitOrCancel(dependencies, call, created, DEFAULT_WAIT_SECONDS * 1000);
  const answer = await answerWithRows(dependencies, principal, snapshot);
  return { ...answer, audit: { queryId: id, runId: created.id } };
}

/** The arguments of the tool are the parameters. */
const ownName = (path: string): string => path.replace(/^parameters\./, '');
