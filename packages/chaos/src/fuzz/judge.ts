import type { Conformance, ReceivedAnswer } from '@sluice/testkit';
import type { FuzzRequest } from './requests.js';

/** Node's own answers to what is hardly HTTP have a status, and nothing that a document could declare. */
const beforeAnyRoute = new Set([400, 404, 408, 414, 431]);

/** What is wrong with an answer; a text is the reason why there is none. */
export function judge(
  conformance: Conformance,
  { operation, isOdd, headers }: FuzzRequest,
  answer: ReceivedAnswer | string,
): string[] {
  if (typeof answer === 'string') return [answer];
  if (answer.status >= 500) return [`${answer.status} ${answer.body}`];
  // Sent by a browser's rules, or compressed: not what the document is about.
  if (headers['accept-encoding'] !== undefined) return [];
  if (isOdd && beforeAnyRoute.has(answer.status)) {
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
