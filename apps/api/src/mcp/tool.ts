import type { TokenScope } from '@sluice/contracts';
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { parse } from '../http/index.js';
import type { Principal } from '../identity/principal/index.js';

/** One call of a tool. */
export interface ToolCall {
  principal: Principal;
  /** Client address of the request. */
  address: string;
  /** W3C traceparent that spans of the call continue; absent without tracing. */
  traceParent: string | null | undefined;
  /** Identifies the call among all calls of its client; undefined when the client sends no session ID. */
  key: string | undefined;
  /** Aborted when the client closes the request; with an AppError as the reason when its credential ends. */
  signal: AbortSignal;
  /** Sends progress to the client; undefined when the client did not ask for it. */
  report: ((message: string) => Promise<void>) | undefined;
}

/** The response of a tool. */
export interface ToolAnswer {
  /** Sent to the model as JSON. */
  body: Record<string, unknown>;
  /** The model must treat the response as a failure. */
  isError?: boolean;
  /** IDs and limits for the audit log. */
  audit?: Record<string, string | number | boolean>;
}

/** A tool as it is listed and called. */
export interface Tool {
  name: string;
  /** Written for models: the whole list must stay under 2,000 tokens. */
  description: string;
  /** The scope that a personal token needs. */
  scope: TokenScope;
  /** The tool changes nothing, so clients may call it without confirmation. */
  isReadOnly: boolean;
  /** Describes the arguments. */
  inputSchema: ListedTool['inputSchema'];
  /** @throws AppError */
  call(input: unknown, call: ToolCall): Promise<ToolAnswer>;
}

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, 'inputSchema' | 'call'> {
  input: Input;
  run(input: z.infer<Input>, call: ToolCall): Promise<ToolAnswer>;
}

/** Returns a tool that validates its input. */
export const defineTool = <Input extends z.ZodObject>({
  run,
  input,
  ...tool
}: ToolDefinition<Input>): Tool => ({
  ...tool,
  inputSchema: {
    ...z.toJSONSchema(input, { io: 'input' }),
    $schema: undefined,
  } as Tool['inputSchema'],
  call: (given, call) => run(parse(input, given), call),
});
