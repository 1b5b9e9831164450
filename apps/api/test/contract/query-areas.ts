import { randomUUID } from 'node:crypto';
import { queryResultFormats } from '@sluice/contracts';
import { largeQuery } from './harness.js';
import type { Area, ContractHarness, MakeRequest, Row, Sent } from './harness.js';

const chart = { chartType: 'line', fields: { x: 'n', trendline: true } };

const written = ({ service }: ContractHarness) => ({
  name: 'Contract',
  connectionId: service.connectionId,
  queryText: 'select {{n}} as n',
  parameters: [
    { name: 'n', label: 'Number', type: 'integer', required: true, default: 1, options: [1, 2] },
  ],
  chart,
  tags: [`tag-${randomUUID()}`],
});

const queryOf =
  (queryText: string): MakeRequest =>
  async ({ owner, service: { connectionId } }) => {
    const body = { connectionId, queryText };
    const { id } = await owner.json<{ id: string }>('POST', '/api/queries', body);
    return { as: 'owner', path: { id } };
  };

const newQuery = async (harness: ContractHarness): Promise<Sent> => {
  const body = written(harness);
  const { id } = await harness.owner.json<{ id: string }>('POST', '/api/queries', body);
  return { as: 'owner', path: { id } };
};
const renamed: MakeRequest = async (harness) => ({
  ...(await newQuery(harness)),
  body: { name: 'Renamed' },
});
/** Sends an outdated entity tag. */
const outdated =
  (make: MakeRequest): MakeRequest =>
  async (harness) => ({ ...(await make(harness)), headers: { 'if-match': '"0"' } });

/** Creates a query, which has version 1. */
const newVersion: MakeRequest = async (harness) => {
  const { path } = await newQuery(harness);
  return { as: 'owner', path: { ...path, number: '1' } };
};

/** Creates a query, so that the list is not empty. */
const list: MakeRequest = async (harness) => {
  await newQuery(harness);
  return { as: 'owner' };
};

const results = Object.fromEntries(
  queryResultFormats.map((format): [string, Row] => [
    `GET /api/queries/{id}/results.${format}`,
    {
      success: async (harness) => ({ ...(await newQuery(harness)), query: '?maxAge=600' }),
      others: {
        // Read-only runs fail when they write.
        422: queryOf('create table t (n int)'),
        ...(format === 'parquet' && { 413: queryOf(largeQuery) }),
        504: async (harness) => ({ ...(await newQuery(harness)), query: '?wait=0' }),
      },
    },
  ]),
);

export const queryArea: Area = {
  ...results,
  'GET /api/queries': { success: list },
  'POST /api/queries': {
    success: (harness) => ({
      as: 'owner',
      body: { ...written(harness), acl: [{ groupId: '__EVERYONE__', write: false }] },
    }),
  },
  'GET /api/queries/{id}': { success: newQuery },
  'PUT /api/queries/{id}': { success: renamed, others: { 412: outdated(renamed) } },
  'DELETE /api/queries/{id}': { success: newQuery, others: { 412: outdated(newQuery) } },
  'GET /api/queries/{id}/openapi.json': { success: newQuery },
  'GET /api/queries/{id}/versions': { success: newQuery },
  'GET /api/queries/{id}/versions/{number}': { success: newVersion },
  'POST /api/queries/{id}/versions/{number}/restore': {
    success: newVersion,
    others: { 412: outdated(newVersion) },
  },
  'POST /api/queries/{id}/run': {
    success: async (harness) => ({ ...(await newQuery(harness)), query: '?wait=10' }),
    others: {
      409: async (harness) => {
        const sent = await newQuery(harness);
        const headers = { 'idempotency-key': randomUUID() };
        await harness.send('POST /api/batches', {
          as: 'owner',
          headers,
          body: { connectionId: harness.service.connectionId, batchText: 'select 3' },
        });
        return { ...sent, headers };
      },
    },
  },
  'GET /api/tags': { success: list },
  'POST /api/format-sql': {
    success: () => ({ as: 'owner', body: { query: 'select a,b from t', dialect: 'postgres' } }),
  },
};

const draftBody = { version: 0, text: 'select 1', chart };

const newDraft = async ({ owner }: ContractHarness): Promise<Sent> => {
  const id = randomUUID();
  await owner.json('PUT', `/api/drafts/${id}`, draftBody);
  return { as: 'owner', path: { id } };
};

export const draftArea: Area = {
  'GET /api/drafts': {
    success: async (harness) => {
      await newDraft(harness);
      return { as: 'owner' };
    },
  },
  'GET /api/drafts/{id}': { success: newDraft },
  'PUT /api/drafts/{id}': {
    success: () => ({ as: 'owner', path: { id: randomUUID() }, body: draftBody }),
    others: {
      404: () => ({
        as: 'owner',
        path: { id: randomUUID() },
        body: { ...draftBody, version: 1 },
      }),
      409: async (harness) => ({ ...(await newDraft(harness)), body: draftBody }),
    },
  },
  'DELETE /api/drafts/{id}': {
    success: newDraft,
    others: { 409: async (harness) => ({ ...(await newDraft(harness)), query: '?version=1' }) },
  },
};

export const historyArea: Area = {
  'GET /api/query-history': {
    success: async (harness) => {
      await harness.finishedBatch();
      return { as: 'owner', query: '?limit=1&filter=status%7Ceq%7Cfinished' };
    },
  },
};
