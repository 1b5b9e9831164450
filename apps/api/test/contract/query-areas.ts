import { randomUUID } from 'node:crypto';
import type { Area, ContractHarness, MakeRequest, Sent } from './harness.js';

const written = ({ service }: ContractHarness) => ({
  name: 'Contract',
  connectionId: service.connectionId,
  queryText: 'select 1 as n',
  chart: { chartType: 'line', fields: { x: 'n', trendline: true } },
  tags: [`tag-${randomUUID()}`],
});

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

/** Creates a query, so that the list is not empty. */
const list: MakeRequest = async (harness) => {
  await newQuery(harness);
  return { as: 'owner' };
};

export const queryArea: Area = {
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
  'GET /api/tags': { success: list },
  'POST /api/format-sql': {
    success: () => ({ as: 'owner', body: { query: 'select a,b from t', dialect: 'postgres' } }),
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
