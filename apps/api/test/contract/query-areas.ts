import { randomUUID } from 'node:crypto';
import type { Area, ContractWorld, MakeRequest, Sent } from './world.js';

const written = ({ service }: ContractWorld) => ({
  name: 'Contract',
  connectionId: service.connectionId,
  queryText: 'select 1 as n',
  chart: { chartType: 'line', fields: { x: 'n', trendline: true } },
  tags: [`tag-${randomUUID()}`],
});

const newQuery = async (world: ContractWorld): Promise<Sent> => {
  const body = written(world);
  const { id } = await world.owner.json<{ id: string }>('POST', '/api/queries', body);
  return { as: 'owner', path: { id } };
};
const renamed: MakeRequest = async (world) => ({
  ...(await newQuery(world)),
  body: { name: 'Renamed' },
});
/** As somebody does who has read it before it became what it is. */
const late =
  (make: MakeRequest): MakeRequest =>
  async (world) => ({ ...(await make(world)), headers: { 'if-match': '"0"' } });

/** There is something to list. */
const listed: MakeRequest = async (world) => {
  await newQuery(world);
  return { as: 'owner' };
};

export const queryArea: Area = {
  'GET /api/queries': { success: listed },
  'POST /api/queries': {
    success: (world) => ({
      as: 'owner',
      body: { ...written(world), acl: [{ groupId: '__EVERYONE__', write: false }] },
    }),
  },
  'GET /api/queries/{id}': { success: newQuery },
  'PUT /api/queries/{id}': { success: renamed, others: { 412: late(renamed) } },
  'DELETE /api/queries/{id}': { success: newQuery, others: { 412: late(newQuery) } },
  'GET /api/tags': { success: listed },
  'POST /api/format-sql': {
    success: () => ({ as: 'owner', body: { query: 'select a,b from t', dialect: 'postgres' } }),
  },
};

export const historyArea: Area = {
  'GET /api/query-history': {
    success: async (world) => {
      await world.finishedBatch();
      return { as: 'owner', query: '?limit=1&filter=status%7Ceq%7Cfinished' };
    },
  },
};
