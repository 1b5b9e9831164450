import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ReceivedAnswer } from '@sluice/testkit';
import type { People } from './people.js';
import type { FuzzRequest } from './requests.js';

/** Longer than anything may take: a request that has no answer by then hangs. */
const hangsAfterMs = 60_000;

/** Sends requests as they are: without the care that `fetch` takes of addresses and headers. */
export function createSender(baseUrl: string, people: People) {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(baseUrl);
  /** @throws when no answer comes, or the connection breaks */
  const send = ({ method, path, headers, body, person }: FuzzRequest): Promise<ReceivedAnswer> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        { agent, hostname, port, method, path, headers: { ...people[person], ...headers } },
        (incoming) => {
          text(incoming).then((received) => {
            clearTimeout(timer);
            const get = (name: string): string | null => {
              const value = incoming.headers[name.toLowerCase()];
              return value === undefined ? null : String(value);
            };
            resolve({ status: incoming.statusCode ?? 0, headers: { get }, body: received });
          }, reject);
        },
      );
      const timer = setTimeout(() => {
        outgoing.destroy(new Error(`No answer within ${hangsAfterMs} ms`));
      }, hangsAfterMs);
      outgoing.once('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      outgoing.end(body);
    });
  return { send, close: () => agent.destroy() };
}
