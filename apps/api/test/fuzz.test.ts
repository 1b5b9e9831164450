import type { Batch, CreatedBatchLink } from '@sluice/contracts';
import { isDeep } from '@sluice/testkit';
import fc from 'fast-check';
import t from 'tap';
import { mcpHeaders } from './mcp-support.js';
import { createPersonalToken } from './personal-token-support.js';
import { openQueryHarness } from './query-harness.js';

const requests = isDeep ? 20_000 : 1_500;

/** Values that parsers, databases and templates have stumbled over. */
const hostile = fc.constantFrom<unknown>(
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  '__proto__',
  'constructor',
  '__EVERYONE__',
  "' or 1=1 --",
  '{{user.id}}',
  '{{',
  '../../etc/passwd',
  '%00',
  'x'.repeat(10_000),
  -1,
  0.5,
  2 ** 53,
  1e308,
  '9'.repeat(400),
  null,
  true,
  [],
  {},
  [[[[[]]]]],
);

const junk = fc.oneof(
  { weight: 3, arbitrary: hostile },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

const definition = { name: 'a', type: 'integer', required: true, default: 1, options: [1, 2] };
const sql = { batchText: 'select {{a}}', parameters: { a: 1 }, parameterTypes: { a: 'integer' } };

interface Target {
  method: string;
  /** `:id` and `:other` become IDs or junk. */
  path: string;
  body?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

const rpc = (method: string, params: object): Record<string, unknown> => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});

const tool = (name: string, input: object) => rpc('tools/call', { name, arguments: input });

const targets: Target[] = [
  {
    method: 'POST',
    path: '/api/batches',
    body: { connectionId: 'c', ...sql, maxAgeSeconds: 5, name: 'n' },
  },
  { method: 'GET', path: '/api/batches', query: { sharedWithMe: 'true', limit: '5' } },
  {
    method: 'POST',
    path: '/api/batches/:id/shares',
    body: { userId: ':other', expiresInSeconds: 60 },
  },
  { method: 'POST', path: '/api/batches/:id/shares', body: { groupId: '__EVERYONE__' } },
  { method: 'GET', path: '/api/batches/:id/shares' },
  { method: 'DELETE', path: '/api/batches/:id/shares/:other' },
  {
    method: 'POST',
    path: '/api/batches/:id/links',
    body: { expiresInSeconds: 60, password: 'two words more', allowDownload: true, maxRows: 5 },
  },
  { method: 'GET', path: '/api/batches/:id/links' },
  { method: 'DELETE', path: '/api/batches/:id/links/:other' },
  { method: 'POST', path: '/api/links/open', body: { token: 'x', password: 'two words more' } },
  {
    method: 'GET',
    path: '/api/links/:id/statements/:other/results',
    query: { offset: '1', limit: '2' },
  },
  { method: 'GET', path: '/api/links/:id/statements/:other/download.csv', query: { bom: 'true' } },
  {
    method: 'POST',
    path: '/api/queries',
    body: { name: 'q', queryText: 'select {{a}}', connectionId: 'c', parameters: [definition] },
  },
  {
    method: 'PUT',
    path: '/api/queries/:id',
    body: { parameters: [definition], queryText: 'select {{a}}' },
  },
  {
    method: 'POST',
    path: '/api/queries/:id/run',
    body: {
      parameters: { a: 1 },
      parameterTypes: { b: 'text' },
      connectionId: 'c',
      maxAgeSeconds: 5,
    },
  },
  ...['csv', 'json', 'ndjson', 'parquet'].map((format) => ({
    method: 'GET',
    path: `/api/queries/:id/results.${format}`,
    query: { 'param.a': '1', maxAge: '5', wait: '0', bom: 'true' },
  })),
  { method: 'GET', path: '/api/queries/:id/openapi.json' },
  { method: 'GET', path: '/api/queries/:id/versions/:other' },
  {
    method: 'POST',
    path: '/api/tokens',
    body: {
      name: 't',
      scopes: ['sql:run'],
      connectionIds: ['c'],
      readOnly: true,
      expiresInSeconds: 60,
      maxConcurrency: 1,
      maxRows: 5,
    },
  },
  { method: 'DELETE', path: '/api/tokens/:id' },
  { method: 'POST', path: '/mcp', body: rpc('tools/list', {}) },
  {
    method: 'POST',
    path: '/mcp',
    body: tool('run_sql', {
      connectionId: 'c',
      sql: 'select {{a}}',
      parameters: { a: 1 },
      waitSeconds: 0,
    }),
  },
  { method: 'POST', path: '/mcp', body: tool('get_run', { runId: ':id' }) },
  { method: 'POST', path: '/mcp', body: tool('get_rows', { runId: ':id', offset: 0 }) },
  { method: 'POST', path: '/mcp', body: tool('cancel_run', { runId: ':id' }) },
];

/** Replaces a value somewhere in a body. */
function damaged(value: unknown, path: readonly number[], by: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined || typeof value !== 'object' || value === null) return by;
  const keys = Object.keys(value);
  const key = keys[first % (keys.length + 1)];
  const copy: Record<string, unknown> = { ...value };
  if (key === undefined) copy['more'] = by;
  else copy[key] = damaged(copy[key], rest, by);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

const entriesOf = (sent: unknown): [string, unknown][] =>
  typeof sent === 'object' && sent !== null ? Object.entries(sent) : [];

const request = fc.record({
  target: fc.constantFrom(...targets),
  ids: fc.tuple(fc.nat(20), fc.nat(20)),
  path: fc.array(fc.nat(8), { minLength: 1, maxLength: 4 }),
  damages: fc.boolean(),
  by: junk,
});

t.test(`${requests} random requests get no 5xx`, async (t) => {
  const { api, ids, as, save } = await openQueryHarness(
    t,
    { ann: null },
    {
      SERVICE_MAX_REQUESTS_PER_MINUTE: '0',
      SERVICE_MAX_QUEUED_PER_TENANT: '0',
      SERVICE_PUBLIC_LINKS: 'true',
    },
  );
  const { ann } = as;
  if (ann === undefined) throw new Error('There is no user');
  const parameters = [definition];
  const body = { name: 'q', queryText: 'select {{a}}', connectionId: 'c', parameters };
  const { id: queryId } = await save(ann, body);
  const text = { connectionId: 'c', batchText: 'select 1' };
  const { id: batchId, statements } = (await ann('POST', '/api/batches', text)).json<Batch>();
  const scopes = ['schema:read', 'sql:run', 'results:read'];
  const { token } = await createPersonalToken(ann, { scopes });
  const { id: tokenId } = await createPersonalToken(ann, { scopes });
  const link = (
    await ann('POST', `/api/batches/${batchId}/links`, {
      expiresInSeconds: 3600,
      allowDownload: true,
    })
  ).json<CreatedBatchLink>();
  const opened = await api.anonymous('POST', '/api/links/open', {
    token: link.url.split('/').at(-1),
  });
  const [visitor = ''] = String(opened.headers['set-cookie']).split(';');
  const known = {
    batches: batchId,
    queries: queryId,
    tokens: tokenId,
    mcp: batchId,
    links: link.id,
  };
  /** The IDs of the second place in a path. */
  const others: Record<string, string | undefined> = {
    queries: '1',
    links: statements[0]?.id,
  };
  const counts = new Map<number, number>();

  const seed = Date.now() % 2 ** 31;
  t.comment(`seed ${seed}`);
  for (const { target, ids: places, path, damages, by } of fc.sample(request, {
    numRuns: requests,
    seed,
  })) {
    const part = target.path.split('/').at(target.path.startsWith('/mcp') ? 1 : 2) ?? '';
    // One of twenty IDs is junk.
    const idOf = (place: number, id: string): string =>
      place === 0 ? (typeof by === 'string' ? by : JSON.stringify(by)) : id;
    const id = idOf(places[0], known[part as keyof typeof known]);
    const other = idOf(places[1], others[part] ?? ids['admin'] ?? '');
    const filled = JSON.parse(
      JSON.stringify(target.body ?? target.query ?? {})
        // By functions: junk such as $' would be a pattern of the replacement.
        .replaceAll('":other"', () => JSON.stringify(other))
        .replaceAll('":id"', () => JSON.stringify(id)),
    ) as Record<string, unknown>;
    const sent = damages ? damaged(filled, path, by) : filled;
    const url = target.path
      .replace(':id', () => encodeURIComponent(id.toWellFormed()))
      .replace(':other', () => encodeURIComponent(other.toWellFormed()));
    const search = new URLSearchParams(
      entriesOf(target.query === undefined ? null : sent).map(([name, value]) => [
        name,
        // Not all junk has a text: an object can have a `toString` that is no function.
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    );
    const isMcp = part === 'mcp';
    const isVisit = part === 'links';
    const response = await (isMcp || isVisit ? api.anonymous : ann)(
      target.method,
      target.query === undefined ? url : `${url}?${search}`,
      target.body === undefined ? undefined : JSON.stringify(sent),
      {
        ...(target.body !== undefined && { 'content-type': 'application/json' }),
        ...(isMcp && mcpHeaders(token)),
        ...(isVisit && { cookie: visitor }),
      },
    );
    const { statusCode } = response;
    counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1);
    const isExpected = statusCode < 500 || response.body.includes('"run_not_ended"');
    const isInternal = isMcp && response.body.includes('\\"internal\\"');
    if (!isExpected || isInternal) {
      const what = `${target.method} ${url} ${search.toString()}: ${statusCode}`;
      t.fail(what, { sent, body: response.body });
    }
  }
  t.comment(Object.fromEntries(counts));
  t.ok((counts.get(200) ?? 0) > requests / 10, 'many requests succeed');
  t.ok((counts.get(400) ?? 0) > requests / 10, 'many requests are refused');
});
