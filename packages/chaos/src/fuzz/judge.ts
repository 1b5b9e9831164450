import type { Conformance, ReceivedAnswer } from '@sluice/testkit';
import type { FuzzRequest } from './requests.js';

/** Node's own answers to what is hardly HTTP have a status, and nothing that a document could declare. */
const beforeAnyRoute = new Set([400, 404, 408, 414, 431]);

/** Node reads 16 KiB of a head, of which what every request sends takes less than one. */
const mostHeadBytes = 15 * 1_024;

/** Too long for Node to read as far as a route. */
const isEndless = ({ path, headers }: FuzzRequest): boolean =>
  Buffer.byteLength(path + JSON.stringify(headers)) > mostHeadBytes;

/** What is wrong with an answer; a text is the reason why there is none. */
export function judge(
  conformance: Conformance,
  request: FuzzRequest,
  answer: ReceivedAnswer | string,
): string[] {
  const { operation, isOdd, headers } = request;
  if (typeof answer === 'string') return [answer];
  if (answer.status >= 500) return [`${answer.status} ${answer.body}`];
  // Sent by a browser's rules, or compressed: not what the document is about.
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
