import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Test } from 'tap';

/** A client of the official SDK. */
export interface McpTestClient {
  client: Client;
  /** Calls a tool and returns its JSON. */
  call(name: string, input?: object, options?: RequestOptions): Promise<ToolResponse>;
  close(): Promise<void>;
}

/** A page of rows. */
interface Rows {
  statementId: string;
  rows: unknown[][];
  nextOffset?: number;
  note?: string;
}

/** The JSON of a tool: the fields of all tools, of which each response has some. */
export interface ToolBody extends Rows {
  runId: string;
  state: string;
  result: Rows;
  runs: { runId: string; sql: string }[];
  connections: { id: string }[];
  tables: { schema: string; table: string }[];
  total: number;
  error: { code: string };
  resultError?: { code: string };
}

/** The response of a tool. */
export interface ToolResponse {
  isError: boolean;
  body: ToolBody;
}

/** Connects the official client to the MCP endpoint of an API by `send`. The test's teardown closes it. */
export async function connectMcp(
  t: Test,
  address: string,
  token: string,
  send: typeof fetch = fetch,
): Promise<McpTestClient> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: send,
  });
  // The SDK's types do not agree with exactOptionalPropertyTypes.
  await client.connect(transport);
  t.teardown(() => client.close());
  return {
    client,
    call: async (name, input = {}, options) => {
      const args = { ...input } as Record<string, unknown>;
      const result = await client.callTool({ name, arguments: args }, undefined, options);
      const [content] = result.content as { text: string }[];
      return {
        isError: result.isError === true,
        body: JSON.parse(content?.text ?? '') as ToolBody,
      };
    },
    close: () => client.close(),
  };
}

/** Headers of a request without the SDK. */
export const mcpHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
});
