import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** Sends bodies to receivers. */
export interface Poster {
  /**
   * POSTs JSON and gives the status of the answer. Redirects are not followed, and of the answer's body no more is
   * read than lets the connection be used again.
   *
   * @throws when there is no answer in time, however slowly one is being sent.
   */
  post(url: string, headers: Record<string, string>, body: string): Promise<number>;
  /** Ends idle connections. */
  close(): void;
}

/** Of an answer's body; a longer one costs its connection. */
const mostAnswerBytes = 4_096;

/** Opens nothing yet; `timeoutMs` is for a whole exchange, from looking up the host's name on. */
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
        // A limit of the whole: an answer that comes byte by byte never looks idle.
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
  // It was answered: what becomes of the rest is nobody's concern.
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) response.destroy();
  });
}
