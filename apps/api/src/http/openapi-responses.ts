import type { RouteAccess } from './route-access.js';

/** The parts of a response in the document that this module uses. */
interface ResponseObject {
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object }>;
}

/** An operation in the document. */
export interface Operation {
  summary?: string;
  description?: string;
  operationId?: string;
  security?: object[];
  parameters?: { in: string; name: string }[];
  requestBody?: object;
  responses: Record<string, ResponseObject>;
}

const errorContent = {
  'application/json': { schema: { $ref: '#/components/schemas/Error' } },
};

const header = (description: string, example: string) => ({
  schema: { type: 'string' },
  description,
  example,
});

const etag = header('Entity tag of this representation.', 'W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"');
const retryAfter = header('Seconds to wait before retrying, if known.', '2');
const link = header(
  'Links to the next and previous page, if a page was requested.',
  '</api/users?limit=20&offset=20>; rel="next"',
);
const challenge = header(
  'Authentication schemes; omitted for requests of a page in a browser.',
  'Basic realm="Sluice", charset="UTF-8"',
);

const refusal = (description: string): ResponseObject => ({ description, content: errorContent });

/**
 * Adds what plugins do for every route: access, entity tags and 304, and the refusals of malformed,
 * unauthenticated, cross-origin and too large requests.
 */
export function completeOperation(
  operation: Operation,
  { method, path, access, scope }: { method: string; path: string } & RouteAccess,
): void {
  const isGet = method === 'get';
  const isJson = operation.responses['200']?.content?.['application/json'] !== undefined;
  const add = (status: number, answer: ResponseObject): void => {
    if (!(status in operation.responses)) operation.responses[status] = answer;
  };
  operation.operationId = idOf(method, path);
  if (access === 'anyone') operation.security = [];
  else
    operation.description = [operation.description, scopeNote(scope)].filter(Boolean).join('\n\n');
  add(400, refusal('Bad request; `errors` names each field.'));
  if (access !== 'anyone') {
    add(401, refusal('Authentication is required.'));
    add(429, refusal('Too many failed sign-ins; see Retry-After.'));
  }
  if (access === 'admins') add(403, refusal('Admins only.'));
  if (!isGet) add(403, refusal('Cross-origin request, or not permitted.'));
  if (access !== 'anyone') add(403, refusal('The personal token may not call this route.'));
  if (path.includes('{')) add(404, refusal('The item does not exist.'));
  if (operation.requestBody !== undefined) add(413, refusal('The body is too large.'));
  if (isGet && isJson) add(304, { description: 'The client has the current version.' });
  const isTagged = '304' in operation.responses;
  if (isTagged) {
    operation.parameters = [...(operation.parameters ?? []), ifNoneMatch];
  }
  for (const [status, answer] of Object.entries(operation.responses)) {
    completeResponse(operation, Number(status), answer, isTagged);
  }
}

function scopeNote(scope: RouteAccess['scope']): string {
  if (scope === null) return 'Closed to personal tokens.';
  const scopes = [scope].flat();
  const names = scopes.map((name) => `\`${name}\``).join(' and ');
  return `${scopes.length === 1 ? 'Scope' : 'Scopes'} of personal tokens: ${names}.`;
}

const ifNoneMatch = {
  in: 'header',
  name: 'if-none-match',
  required: false,
  schema: { type: 'string' },
  description: 'Entity tags of the versions that the client has.',
  example: 'W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"',
};

function completeResponse(
  { summary, parameters }: Operation,
  status: number,
  answer: ResponseObject,
  isTagged: boolean,
): void {
  if (answer.description === undefined || answer.description === 'Default Response') {
    answer.description = summary ?? '';
  }
  // A response without a body has no content type.
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

/** For example `getBatchesIdEvents`. */
const idOf = (method: string, path: string): string =>
  method +
  path
    .replace(/^\/api\//, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`)
    .join('');
