import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AppError, malformedRequest, unauthorized } from '@sluice/errors';
import type {} from '@fastify/compress';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import type { CredentialWatch } from '../access/index.js';
import { auditContextOf } from '../audit/index.js';
import { type AnyReply, disconnectSignal, principalOf, type Scope } from '../http/index.js';
import type { Tenants } from '../tenants/index.js';
import { cancelCalls, type CancellationDependencies } from './cancellation.js';
import { sessionHeader } from './call-key.js';
import { createMcpServer, type McpClient, type McpServerDependencies } from './server.js';
import { createSavedQueryTools, type SavedQueryToolDependencies } from './saved-query-tools.js';
import { createTools, type ToolDependencies } from './tools.js';

/** Dependencies of the MCP routes. */
interface McpDependencies
  extends
    ToolDependencies,
    SavedQueryToolDependencies,
    CancellationDependencies,
    Omit<McpServerDependencies, 'tools' | 'savedQueries'> {
  credentials: CredentialWatch;
  tenants: Tenants;
}

/**
 * `/mcp`: the Model Context Protocol by Streamable HTTP, without state: any API process answers any request. GET and
 * DELETE are refused, because the server opens no stream and keeps no session.
 */
export function registerMcp(scope: Scope, dependencies: McpDependencies): void {
  const tools = createTools(dependencies);
  const savedQueries = createSavedQueryTools(dependencies);
  scope.route({
    method: 'POST',
    url: '/mcp',
    // Compression would buffer events.
    compress: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const message = requireMessage(request.body);
      const session = request.headers[sessionHeader];
      await cancelCalls(dependencies, auditContextOf(request), session, message);
      const client = { ...clientOf(dependencies, request, reply), session };
      const response = await answer(
        { ...dependencies, tools, savedQueries },
        client,
        request,
        message,
      );
      if (isInitialize(message)) reply.header(sessionHeader, randomUUID());
      send(reply, response);
      return reply;
    },
  });
  for (const method of ['GET', 'DELETE'] as const) {
    scope.route({
      method,
      url: '/mcp',
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (_request, reply) => {
        reply.header('allow', 'POST');
        throw new AppError('method_not_allowed', 405, 'Send a POST');
      },
    });
  }
}

/** Requests whose parameters are checked first: the SDK reports invalid ones as internal errors. */
const requestSchemas = new Map<unknown, ZodType>([
  ['initialize', InitializeRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

/** Returns the message of a body. Batches would pass the limit of requests. @throws AppError 400 */
function requireMessage(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw malformedRequest('malformed_request', 'Send one JSON-RPC message as a JSON object');
  }
  const message = body as Record<string, unknown>;
  const parsed = requestSchemas.get(message['method'])?.safeParse(message);
  if (parsed?.success === false) {
    const method = String(message['method']);
    throw malformedRequest('malformed_request', `The parameters of ${method} are invalid`);
  }
  return message;
}

const isInitialize = ({ method }: Record<string, unknown>): boolean => method === 'initialize';

/** Returns the client; its signal aborts when it closes the request or its credential ends. */
function clientOf(
  { credentials }: Pick<McpDependencies, 'credentials'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Omit<McpClient, 'session'> {
  const principal = principalOf(request);
  const closing = new AbortController();
  const stop = credentials.open(principal, request.credential, () => closing.abort(unauthorized()));
  reply.raw.once('close', stop);
  return {
    principal,
    address: request.ip,
    signal: disconnectSignal(reply, closing),
    traceParent: request.span?.traceParent,
  };
}

/** Passes a message to a new server. @throws AppError 400 for a message that is not JSON-RPC */
async function answer(
  dependencies: McpServerDependencies & Pick<McpDependencies, 'tenants'>,
  client: McpClient,
  { headers, log, id: requestId }: FastifyRequest,
  message: Record<string, unknown>,
): Promise<Response> {
  const { tenants } = dependencies;
  const mcp = createMcpServer(dependencies, client, { log, tenants, requestId });
  const transport = new WebStandardStreamableHTTPServerTransport();
  await mcp.connect(transport);
  client.signal.addEventListener('abort', () => void mcp.close());
  const response = await transport.handleRequest(
    new Request('http://localhost/mcp', { method: 'POST', headers: webHeaders(headers) }),
    { parsedBody: message },
  );
  if (response.status < 400) return response;
  throw malformedRequest('malformed_request', await reasonOf(response));
}

/** The headers that the transport reads. */
const webHeaders = (headers: FastifyRequest['headers']): Headers => {
  const given = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version']) {
    const value = headers[name];
    if (typeof value === 'string') given.set(name, value);
  }
  return given;
};

/** Returns the message of the transport's JSON-RPC error. */
async function reasonOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { message: string } };
  return error.message;
}

function send(reply: AnyReply, response: Response): void {
  reply.code(response.status);
  if (response.body === null) {
    reply.send();
    return;
  }
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'private, no-cache, no-transform')
    // Disables the buffering of nginx.
    .header('x-accel-buffering', 'no')
    // A kept-alive connection would delay the shutdown until it times out.
    .header('connection', 'close')
    .send(Readable.fromWeb(response.body as ReadableStream));
}
