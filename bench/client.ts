import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { TestService } from '@sluice/testkit';

/** An answer, its body unread by anybody else. */
export interface Answer {
  status: number;
  body: Buffer;
}

/** Sends requests over kept connections, at a third of what `fetch` takes of the shared processor. */
export interface LeanClient {
  send(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** The parsed body of a 200 answer. @throws for any other. */
  json<T>(method: string, path: string, body?: unknown): Promise<T>;
  close(): void;
}

/** Makes a client of the service's admin. */
export function createLeanClient({ baseUrl, admin }: TestService): LeanClient {
  const agent = new Agent({ keepAlive: true });
  const send: LeanClient['send'] = (method, path, { body, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(`${baseUrl}${path}`, {
        agent,
        method,
        headers: {
          authorization: admin.authorization,
          'accept-encoding': 'gzip',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) });
        });
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return {
    send,
    json: async <T>(method: string, path: string, body?: unknown) => {
      const answer = await send(method, path, { body });
      const { status } = answer;
      const text = isGzip(answer.body) ? gunzipSync(answer.body) : answer.body;
      if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text.toString()}`);
      return JSON.parse(text.toString()) as T;
    },
    close: () => {
      agent.destroy();
    },
  };
}

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;
