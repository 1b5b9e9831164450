import type { Conformance, ReceivedAnswer } from '@sluice/testkit';
import type { FuzzRequest } from './requests.js';

/** Node's own responses to malformed HTTP, which the OpenAPI document cannot declare. */
const beforeAnyRoute = new Set([400, 404, 408, 414, 431]);

/** Node reads 16 KiB of headers; the headers of every request take less than one. */
const mostHeadBytes = 15 * 1_024;

/** Too long for Node to reach a route. */
const isEndless = ({ path, headers }: FuzzRequest): boolean =>
  Buffer.byteLength(path + JSON.stringify(headers)) > mostHeadBytes;

/** Returns what is wrong with a response; a text is the reason for a missing response. */
export function judge(
  conformance: Conformance,
  request: FuzzRequest,
  answer: ReceivedAnswer | string,
): string[] {
  const { operation, isOdd, headers } = request;
  if (typeof answer === 'string') return [answer];
  if (answer.status >= 500) return [`${answer.status} ${answer.body}`];
  // CORS or compressed responses, which the document does not describe.
  if (headers['accept-encoding'] !== undefined) return [];
  const isUnread = answer.status === 431 && isEndless(request);
  if (isUnread || (isOdd && beforeAnyRoute.has(answer.status))) {
    return conformance.problemsOf('Error', parsed(answer.body));
  }
  return conformance.problems(operation, answer);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
