import type { Access } from './route-access.js';

/** A part of the document that this module looks into. */
interface Answer {
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object }>;
}

/** An operation as the document has it. */
export interface Operation {
  summary?: string;
  operationId?: string;
  security?: object[];
  parameters?: { in: string; name: string }[];
  requestBody?: object;
  responses: Record<string, Answer>;
}

const errorContent = {
  'application/json': { schema: { $ref: '#/components/schemas/Error' } },
};

const header = (description: string, example: string) => ({
  schema: { type: 'string' },
  description,
  example,
});

const etag = header('Names this version of the answer.', 'W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"');
const retryAfter = header('Seconds to wait before asking again, where it is known.', '2');
const link = header(
  'The pages next to this one, where a page was asked for.',
  '</api/users?limit=20&offset=20>; rel="next"',
);
const challenge = header(
  'How to sign in; not sent to pages in a browser.',
  'Basic realm="Sluice", charset="UTF-8"',
);

const refusal = (description: string): Answer => ({ description, content: errorContent });

/**
 * Adds what no route says of itself, since plugins do it for all of them: who may ask, tags and 304,
 * refusals of what cannot be read, of strangers, of other sites and of bodies that are too large.
 */
export function completeOperation(
  operation: Operation,
  { method, path, access }: { method: string; path: string; access: Access },
): void {
  const isGet = method === 'get';
  const isJson = operation.responses['200']?.content?.['application/json'] !== undefined;
  const add = (status: number, answer: Answer): void => {
    if (!(status in operation.responses)) operation.responses[status] = answer;
  };
  operation.operationId = idOf(method, path);
  if (access === 'anyone') operation.security = [];
  add(400, refusal('Bad request; `errors` names each field.'));
  if (access !== 'anyone') {
    add(401, refusal('No valid credential.'));
    add(429, refusal('Too many failed sign-ins; see Retry-After.'));
  }
  if (access === 'admins') add(403, refusal('For admins only.'));
  if (!isGet) add(403, refusal('Sent by the page of another site, or not allowed.'));
  if (path.includes('{')) add(404, refusal('There is no such item.'));
  if (operation.requestBody !== undefined) add(413, refusal('The body is too large.'));
  if (isGet && isJson) add(304, { description: 'The client has this version.' });
  const isTagged = '304' in operation.responses;
  if (isTagged) {
    operation.parameters = [...(operation.parameters ?? []), ifNoneMatch];
  }
  for (const [status, answer] of Object.entries(operation.responses)) {
    completeAnswer(operation, Number(status), answer, isTagged);
  }
}

const ifNoneMatch = {
  in: 'header',
  name: 'if-none-match',
  required: false,
  schema: { type: 'string' },
  description: 'Tags of versions that the client has.',
  example: 'W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"',
};

function completeAnswer(
  { summary, parameters }: Operation,
  status: number,
  answer: Answer,
  isTagged: boolean,
): void {
  if (answer.description === undefined || answer.description === 'Default Response') {
    answer.description = summary ?? '';
  }
  // Without a body there is no type of one.
  if (status === 204 || status === 304) delete answer.content;
  const isPaged = status === 200 && parameters?.some(({ name }) => name === 'offset') === true;
  const headers = {
    ...(isTagged && [200, 206, 304].includes(status) ? { ETag: etag } : {}),
    ...(isPaged ? { Link: link } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': challenge } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': retryAfter } : {}),
  };
  if (Object.keys(headers).length > 0) answer.headers = { ...answer.headers, ...headers };
}

/** `getBatchesIdEvents`. */
const idOf = (method: string, path: string): string =>
  method +
  path
    .replace(/^\/api\//, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`)
    .join('');
