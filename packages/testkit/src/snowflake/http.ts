import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** Reads the JSON body of a request; an empty body is an empty object. */
export async function readBody(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Returns a response as JSON text. Ids of sessions are numbers that a double cannot hold. */
export const jsonOf = (body: object): Buffer =>
  Buffer.from(JSON.stringify(body).replaceAll(/"sessionId":"(\d+)"/g, '"sessionId":$1'));

/** Sends compressed JSON, as the server does. */
export function sendJson(response: ServerResponse, json: Buffer, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(gzipSync(json, { level: 1 }));
}

/** Sends half of the bytes and closes the socket. */
export function cut(response: ServerResponse, bytes: Buffer): void {
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

/** Sends the same bytes endlessly. */
export function repeat(response: ServerResponse, body: Buffer): void {
  const pump = (): void => {
    while (!response.destroyed && response.write(body));
    if (!response.destroyed) response.once('drain', pump);
  };
  pump();
}
