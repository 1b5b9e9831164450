import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** Sends webhook bodies to receivers. */
export interface Poster {
  /**
   * POSTs JSON and returns the status of the answer. Redirects are not followed. The answer's body is read
   * only as far as needed to reuse the connection.
   *
   * @throws when the complete answer does not arrive in time.
   */
  post(url: string, headers: Record<string, string>, body: string): Promise<number>;
  /** Closes idle connections. */
  close(): void;
}

/** A longer answer closes its connection. */
const MAX_ANSWER_BYTES = 4_096;

/**
 * Creates a poster without connections. `timeoutMs` limits the whole exchange, including the lookup of the
 * host name.
 */
export function createPoster(timeoutMs: number): Poster {
  const keep = { keepAlive: true, timeout: 30_000 };
  const agents = { http: new HttpAgent(keep), https: new HttpsAgent(keep) };
  return {
    post: (url, headers, body) =>
      new Promise<number>((resolve, reject) => {
        const isTls = new URL(url).protocol === 'https:';
        const request = (isTls ? httpsRequest : httpRequest)(url, {
          method: 'POST',
          agent: isTls ? agents.https : agents.http,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'Sluice-Webhooks/1',
            ...headers,
          },
        });
        // Limits the whole exchange: an answer that arrives byte by byte is never idle.
        const timer = setTimeout(() => {
          request.destroy(new Error(`no answer within ${timeoutMs} ms`));
        }, timeoutMs);
        request.on('close', () => {
          clearTimeout(timer);
        });
        request.on('error', reject);
        request.on('response', (response) => {
          resolve(response.statusCode ?? 0);
          dropBody(response);
        });
        request.end(body);
      }),
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function dropBody(response: IncomingMessage): void {
  let bytes = 0;
  // The status has arrived, so an error in the rest does not matter.
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
}
