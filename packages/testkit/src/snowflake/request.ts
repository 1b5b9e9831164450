import type { IncomingMessage } from 'node:http';

/** A received request. */
export interface SnowflakeRequest {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  headers: IncomingMessage['headers'];
  body: Readonly<Record<string, unknown>>;
}
