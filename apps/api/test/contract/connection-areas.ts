import { randomUUID } from 'node:crypto';
import {
  invited,
  realConnection,
  type Area,
  type ContractHarness,
  type MakeRequest,
} from './harness.js';

const added = async (harness: ContractHarness, id: string = randomUUID()): Promise<string> => {
  await harness.service.admin.json('POST', '/api/connections', { ...realConnection(harness), id });
  return id;
};
const newConnection: MakeRequest = async (harness) => ({ path: { id: await added(harness) } });
const sharedConnection: MakeRequest = ({ service }) => ({
  as: 'owner',
  path: { id: service.connectionId },
});

export const connectionArea: Area = {
  'GET /api/connections': { success: () => ({ as: 'owner' }) },
  'POST /api/connections': { success: (harness) => ({ body: realConnection(harness) }) },
  'GET /api/connections/{id}': { success: newConnection },
  'PUT /api/connections/{id}': {
    success: async (harness) => ({ path: { id: await added(harness) }, body: { name: 'Renamed' } }),
    others: {
      // Every attempt to update loses against a concurrent change.
      409: async (harness) => {
        const id = await added(harness);
        await harness.service.database.query(`
          create function lose_race() returns trigger language plpgsql as 'begin return null; end'`);
        await harness.service.database.query(`
          create trigger lose_race before update on connections for each row
          when (old.id = '${id}') execute function lose_race()`);
        return { path: { id }, body: { name: 'Renamed' } };
      },
    },
  },
  'DELETE /api/connections/{id}': { success: newConnection },
  'POST /api/test-connection': {
    success: (harness) => ({ body: realConnection(harness) }),
    others: { 404: (harness) => ({ body: { ...realConnection(harness), id: 'none' } }) },
  },
  'GET /api/drivers': { success: () => ({ as: 'owner' }) },
};

const newAccess = async (harness: ContractHarness): Promise<{ id: number; userId: string }> => {
  const { id: userId } = await invited(harness);
  const body = { connectionId: harness.service.connectionId, userId };
  return harness.service.admin.json('POST', '/api/connection-accesses', body);
};
const someAccess: MakeRequest = async (harness) => ({
  path: { id: String((await newAccess(harness)).id) },
});

export const accessArea: Area = {
  'GET /api/connection-accesses': { success: () => ({ as: 'owner' }) },
  'POST /api/connection-accesses': {
    success: async (harness) => ({
      body: {
        connectionId: harness.service.connectionId,
        userId: (await invited(harness)).id,
        duration: 60,
      },
    }),
  },
  'GET /api/connection-accesses/{id}': { success: someAccess },
  'PUT /api/connection-accesses/{id}/expire': { success: someAccess },
};

export const schemaArea: Area = {
  'GET /api/connections/{id}/schema': { success: sharedConnection },
  'GET /api/connections/{id}/tables/detail': {
    success: async ({ service }) => {
      await service.target.query('create table if not exists described (id int primary key)');
      const query = '?schema=public&table=described';
      return { as: 'owner', path: { id: service.connectionId }, query };
    },
  },
  'GET /api/schema-info/{id}': { success: sharedConnection },
};

const newClient: MakeRequest = async ({ owner, service }) => {
  const body = { connectionId: service.connectionId };
  const { id } = await owner.json<{ id: string }>('POST', '/api/connection-clients', body);
  return { as: 'owner', path: { id } };
};

export const clientArea: Area = {
  'POST /api/connection-clients': {
    success: ({ service }) => ({ as: 'owner', body: { connectionId: service.connectionId } }),
  },
  'GET /api/connection-clients': {
    success: async (harness) => {
      await newClient(harness);
      return {};
    },
  },
  'GET /api/connection-clients/{id}': { success: newClient },
  'PUT /api/connection-clients/{id}': { success: newClient },
  'DELETE /api/connection-clients/{id}': { success: newClient },
};
