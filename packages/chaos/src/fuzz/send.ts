import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ReceivedAnswer } from '@sluice/testkit';
import type { Principals } from './people.js';
import type { FuzzRequest } from './requests.js';

/** Longer than any request may take; without a response by then it hangs. */
const HANG_AFTER_MS = 60_000;

/** Sends requests unchanged, without the normalization of URLs and headers by `fetch`. */
export function createSender(baseUrl: string, people: Principals) {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(baseUrl);
  /** @throws when no response arrives or the connection breaks */
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
        outgoing.destroy(new Error(`No answer within ${HANG_AFTER_MS} ms`));
      }, HANG_AFTER_MS);
      outgoing.once('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      outgoing.end(body);
    });
  return { send, close: () => agent.destroy() };
}
