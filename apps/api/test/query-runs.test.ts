import type { Batch, ErrorBody, Query, QueryVersion } from '@sluice/contracts';
import { startService } from '@sluice/testkit';
import t from 'tap';

const service = await startService({ queue: 'redis', workersInProcess: true });
t.teardown(() => service.stop());
const { admin, connectionId } = service;

type Body = Record<string, unknown>;

const save = (body: Body): Promise<Query> =>
  admin.json<Query>('POST', '/api/queries', { connectionId, ...body });

const post = (id: string, body?: Body, headers?: Record<string, string>): Promise<Response> =>
  admin.request('POST', `/api/queries/${id}/run?wait=30`, body, headers);

/** Runs a query to its end and returns the rows of its first statement. */
async function rowsOf({ id }: Query, body?: Body): Promise<unknown[][]> {
  const response = await post(id, body);
  t.equal(response.status, 200);
  const batch = (await response.json()) as Batch;
  t.equal(batch.queryId, id);
  return admin.rows(batch.statements[0]?.id ?? '');
}

/** Returns the errors of a refused run. */
async function refusal({ id }: Query, body?: Body): Promise<ErrorBody['errors']> {
  const response = await post(id, body);
  t.equal(response.status, 400);
  return ((await response.json()) as ErrorBody).errors;
}

/** Returns the errors of definitions that cannot be saved. */
async function problems(parameters: unknown): Promise<ErrorBody['errors']> {
  const response = await admin.request('POST', '/api/queries', { parameters });
  t.equal(response.status, 400);
  return ((await response.json()) as ErrorBody).errors;
}

const define = (name: string, type: string, fields: Body = {}): Body => ({
  name,
  type,
  required: false,
  ...fields,
});

await t.test('definitions give values their types and defaults', async (t) => {
  const query = await save({
    queryText: `select {{day}} + 1 as day, {{size}} as size, {{none}} as none, {{exact}} as exact,
      pg_typeof({{none}})::text as type, {{more}} as more, 1 in ({{ids}}) as listed`,
    parameters: [
      define('day', 'date', { default: '2026-02-28' }),
      define('size', 'text', { required: true, options: ['s', 'm'] }),
      define('none', 'uuid'),
      define('exact', 'decimal', { default: '0.10000000000000000001' }),
      define('ids', 'integer[]'),
    ],
  });
  t.same(await rowsOf(query, { parameters: { size: 'm', more: 5 } }), [
    ['2026-03-01', 'm', null, '0.10000000000000000001', 'uuid', 5, null],
  ]);
  const other = { size: 's', more: 5, day: '2026-12-31', none: null, exact: 2, ids: ['1'] };
  t.same(await rowsOf(query, { parameters: other }), [
    ['2027-01-01', 's', null, '2', 'uuid', 5, true],
  ]);
});

await t.test('values that do not fit the definitions are refused, and nothing runs', async (t) => {
  const query = await save({
    queryText: 'select {{size}}, {{n}}, 1 where 1 in ({{ids}})',
    parameters: [
      define('size', 'text', { required: true, options: ['s', 'm'] }),
      define('n', 'integer', { required: true }),
      define('ids', 'integer[]', { required: true, options: [1, 2] }),
      define('unused', 'text', { required: true }),
    ],
  });
  t.same(await refusal(query, { parameters: { size: 'xl', n: null, ids: [1, 3] } }), [
    { path: 'parameters.size', message: 'must be one of the options' },
    { path: 'parameters.n', message: 'must have a value' },
    { path: 'parameters.ids', message: 'must be one of the options' },
  ]);
  t.same(await refusal(query, { parameters: { size: 's', n: 'x', ids: [] } }), [
    { path: 'parameters.n', message: 'must be a whole number' },
    { path: 'parameters.ids', message: 'must have a value' },
  ]);
  t.same(await refusal(query), [
    { path: 'parameters.size', message: 'has no value' },
    { path: 'parameters.n', message: 'has no value' },
    { path: 'parameters.ids', message: 'has no value' },
  ]);
  const complete = { size: 's', n: 1, ids: [2] };
  t.match(await refusal(query, { parameters: { ...complete, other: 1 } }), [
    { path: 'parameters.other' },
  ]);
  t.same(await refusal(query, { parameters: complete, parameterTypes: { n: 'text' } }), [
    { path: 'parameterTypes.n', message: 'is set by the query' },
  ]);
  const runs = await admin.json<Batch[]>('GET', '/api/batches');
  t.notOk(runs.some(({ queryId }) => queryId === query.id));
});

await t.test('definitions that contradict themselves cannot be saved', async (t) => {
  t.match(await problems([define('user.id', 'text')]), [{ path: 'parameters.0.name' }]);
  t.same(await problems([define('a', 'text'), define('a', 'date')]), [
    { path: 'parameters.1.name', message: 'must be unique' },
  ]);
  t.same(await problems([define('a', 'integer', { default: 'x' })]), [
    { path: 'parameters.0.default', message: 'must be a whole number' },
  ]);
  t.same(await problems([define('a', 'integer', { options: [1, 'x'] })]), [
    { path: 'parameters.0.options.1', message: 'must be a whole number' },
  ]);
  t.same(await problems([define('a', 'text[]', { options: ['x'], default: ['x', 'y'] })]), [
    { path: 'parameters.0.default', message: 'must be one of the options' },
  ]);
  t.same(await problems([define('a', 'text', { required: true, default: null })]), [
    { path: 'parameters.0.default', message: 'must have a value' },
  ]);
  t.same(await problems([define('a', 'text', { options: ['x'], optionsQueryId: 'q' })]), [
    { path: 'parameters.0.optionsQueryId', message: 'must be absent: the parameter has options' },
  ]);
  t.same(await problems([define('a', 'text', { optionsQueryId: 'missing' })]), [
    { path: 'parameters.0.optionsQueryId', message: 'is no query that you can read' },
  ]);
  t.match(await problems([define('a', 'text', { default: 'x'.repeat(200_001) })]), [
    { path: 'parameters' },
  ]);
});

await t.test('the definitions are part of the versions of a query', async (t) => {
  const parameters = [define('n', 'integer', { default: 1, label: 'Number' })];
  const query = await save({ queryText: 'select {{n}}', parameters });
  t.same(query.parameters, parameters);
  const url = `/api/queries/${query.id}`;
  t.same((await admin.json<Query>('PUT', url, { parameters: [] })).parameters, []);
  const first = await admin.json<QueryVersion>('GET', `${url}/versions/1`);
  t.same(first.parameters, parameters);
  const restored = await admin.json<Query>('POST', `${url}/versions/1/restore`, {});
  t.same(restored.parameters, parameters);
  t.same(await rowsOf(restored), [[1]]);
});

await t.test('values of the user cannot be set by a body or a default', async (t) => {
  const query = await save({ queryText: 'select {{user.email}}' });
  t.match(await refusal(query, { parameters: { 'user.email': 'x' } }), [{ path: /^parameters/ }]);
  const rows = await rowsOf(query);
  t.match(rows, [[/@/]]);
});

await t.test('a run needs a text, a connection and the right to read', async (t) => {
  t.same(await refusal(await save({ queryText: ' ' })), [
    { path: 'id', message: 'The query has no text' },
  ]);
  const detached = await save({ queryText: 'select 1', connectionId: null });
  t.same(await refusal(detached), [
    { path: 'connectionId', message: 'must be given: the query has no connection' },
  ]);
  t.same(await rowsOf(detached, { connectionId }), [[1]]);
  t.equal((await post('missing')).status, 404);
  const stranger = await service.addEditor('stranger@example.com');
  const url = `/api/queries/${detached.id}/run`;
  t.equal((await stranger.request('POST', url, { connectionId })).status, 403);
});

await t.test('a repeated request with an idempotency key returns the first run', async (t) => {
  const { id } = await save({
    queryText: 'select {{n}}',
    parameters: [define('n', 'integer', { default: 7 })],
  });
  const key = { 'idempotency-key': 'run-once' };
  const first = (await (await post(id, {}, key)).json()) as Batch;
  t.equal(((await (await post(id, {}, key)).json()) as Batch).id, first.id);
  t.same(first.parameters, { n: 7 });
  t.equal((await post(id, { parameters: { n: 8 } }, key)).status, 409);
});

await t.test('a query has an OpenAPI document of its run', async (t) => {
  const { id } = await save({
    name: 'Orders of a customer',
    queryText: "select {{status}}, {{ids}}, {{since}}, {{free}}, {{user.id}}, '{{text}}'",
    parameters: [
      define('status', 'text', { required: true, options: ['open', 'shipped'], label: 'Status' }),
      define('ids', 'integer[]', { required: true, default: [1] }),
      define('since', 'timestamptz', { description: 'Not before' }),
      define('unused', 'text'),
    ],
  });
  const document = await admin.json<{
    info: object;
    paths: Record<
      string,
      {
        post?: { requestBody: { content: Record<string, { schema: object }> } };
        get?: { parameters: { name: string }[] };
      }
    >;
    components: { schemas: Record<string, unknown> };
  }>('GET', `/api/queries/${id}/openapi.json`);
  t.match(document.info, { title: 'Orders of a customer' });
  t.same(
    Object.keys(document.paths),
    ['run', 'results.json', 'results.csv', 'results.ndjson', 'results.parquet'].map(
      (name) => `/api/queries/${id}/${name}`,
    ),
  );
  const search = document.paths[`/api/queries/${id}/results.csv`]?.get?.parameters ?? [];
  t.match(search.slice(0, 4), [
    { in: 'query', name: 'param.status', required: true, schema: { enum: ['open', 'shipped'] } },
    { in: 'query', name: 'param.ids', required: false, schema: { type: 'array' } },
    { name: 'param.since', required: false },
    { name: 'param.free', required: true },
  ]);
  const others = search.slice(4).map(({ name }) => name);
  t.same(others.toSorted(), ['bom', 'if-none-match', 'maxAge', 'raw', 'wait']);
  const run = document.paths[`/api/queries/${id}/run`]?.post;
  t.same(run?.requestBody.content['application/json']?.schema, {
    type: 'object',
    required: ['parameters'],
    properties: {
      parameters: {
        type: 'object',
        additionalProperties: false,
        required: ['status', 'free'],
        properties: {
          status: { type: 'string', enum: ['open', 'shipped'], title: 'Status' },
          ids: { type: 'array', items: { type: ['integer', 'string'] }, minItems: 1, default: [1] },
          since: {
            anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
            description: 'Not before',
          },
          free: {},
        },
      },
    },
  });
  const text = JSON.stringify(document);
  for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/([^"]+)"/g)) {
    t.ok(name in document.components.schemas, name);
  }
  t.ok('Batch' in document.components.schemas);
  t.notOk('Connection' in document.components.schemas);
});
