import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import { AppError, badRequest } from '@sluice/errors';
import type { Audit } from '../audit/index.js';
import { requireScope } from '../http/index.js';
import type { Principal } from '../identity/principal/index.js';
import { callKey } from './call-key.js';
import { failedResult, knownError, toResult, type Failures } from './failures.js';
import type { SavedQueryTools } from './saved-query-tools.js';
import type { Tool, ToolAnswer, ToolCall } from './tool.js';

/** The client of one HTTP request. */
export interface McpClient extends Pick<
  ToolCall,
  'principal' | 'address' | 'signal' | 'traceParent'
> {
  /** The session ID that it sends. */
  session: unknown;
}

/** Dependencies of {@link createMcpServer}. */
export interface McpServerDependencies {
  tools: readonly Tool[];
  savedQueries: SavedQueryTools;
  audit: Pick<Audit, 'record'>;
  version: string;
}

/** Read by models together with the tools. */
const instructions =
  'Runs SQL on databases. Find tables with search_schema before you write SQL. Runs continue after a time-out: get_run finds them.';

/** Creates the MCP server of one request. It keeps nothing between requests. */
export function createMcpServer(
  { tools, savedQueries, audit, version }: McpServerDependencies,
  client: McpClient,
  failures: Failures,
): McpServer {
  const mcp = new McpServer(
    { name: 'sluice', version },
    { capabilities: { tools: {} }, instructions },
  );
  mcp.server.setRequestHandler(ListToolsRequestSchema, async () => {
    const every = [...tools, ...(await savedQueries.list(client.principal))];
    return { tools: every.filter((tool) => isAllowed(client.principal, tool)).map(listed) };
  });
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const call: ToolCall = {
      ...client,
      key: callKey(client.session, extra.requestId),
      report: reporterOf(extra),
    };
    const { name, arguments: input = {} } = params;
    return audited({ audit, failures, call, name, input }, async () => {
      const tool =
        tools.find((each) => each.name === name) ?? (await savedQueries.find(call.principal, name));
      return callable(tool, call.principal).call(input, call);
    });
  });
  return mcp;
}

const isAllowed = ({ token }: Principal, { scope }: Tool): boolean =>
  token?.scopes.includes(scope) ?? true;

/** @throws AppError 400 for an unknown tool, 403 `token_scope` */
function callable(tool: Tool | undefined, principal: Principal): Tool {
  if (tool === undefined) throw badRequest([{ path: 'name', message: 'is not a tool' }]);
  requireScope(principal, tool.scope);
  return tool;
}

/** Describes a tool to a client. */
export function listed({ name, description, inputSchema, isReadOnly }: Tool): ListedTool {
  return {
    name,
    description,
    inputSchema,
    ...(isReadOnly && { annotations: { readOnlyHint: true } }),
  };
}

type Extra = Parameters<Parameters<McpServer['server']['setRequestHandler']>[1]>[1];

/** Returns a function that sends progress notifications, if the client sent a token for them. */
function reporterOf({ _meta, sendNotification }: Extra): ToolCall['report'] {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return async (message) => {
    progress += 1;
    await sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress, message },
    });
  };
}

interface AuditedCall {
  audit: Pick<Audit, 'record'>;
  failures: Failures;
  call: ToolCall;
  name: string;
  input: unknown;
}

/** Runs a call, converts its errors and writes it to the audit log. */
async function audited(
  { audit, failures, call, name, input }: AuditedCall,
  run: () => Promise<ToolAnswer>,
): Promise<CallToolResult> {
  const { principal, address } = call;
  const record = (detail: object, isRefused = false): Promise<void> =>
    audit.record({
      actor: principal,
      address,
      action: 'tool.called',
      outcome: isRefused ? 'refused' : 'done',
      target: `tools/${name.slice(0, MAX_ID)}`,
      detail: { ...idsIn(input), ...detail },
    });
  try {
    const { body, isError, audit: detail = {} } = await run();
    await record({ ...detail, ...(isError === true && { failed: true }) });
    return toResult(body, isError);
  } catch (error) {
    const known = await knownError(failures, principal.id, error);
    await record({ code: known?.code ?? 'internal' }, isRefusal(error));
    return failedResult(known, failures.requestId);
  }
}

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status === 403;

const MAX_ID = 255;

/** Returns the IDs among the arguments of a call, never its other values. */
function idsIn(input: unknown): Record<string, string> {
  const given = Object.entries((input ?? {}) as Record<string, unknown>);
  const ids = given.filter(
    (entry): entry is [string, string] =>
      ['connectionId', 'runId', 'statementId'].includes(entry[0]) && typeof entry[1] === 'string',
  );
  return Object.fromEntries(ids.map(([name, id]) => [name, id.slice(0, MAX_ID)]));
}
