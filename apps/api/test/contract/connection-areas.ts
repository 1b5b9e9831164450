import { randomUUID } from 'node:crypto';
import {
  invited,
  realConnection,
  type Area,
  type ContractWorld,
  type MakeRequest,
} from './world.js';

const added = async (world: ContractWorld, id: string = randomUUID()): Promise<string> => {
  await world.service.admin.json('POST', '/api/connections', { ...realConnection(world), id });
  return id;
};
const newConnection: MakeRequest = async (world) => ({ path: { id: await added(world) } });
const sharedConnection: MakeRequest = ({ service }) => ({
  as: 'owner',
  path: { id: service.connectionId },
});

export const connectionArea: Area = {
  'GET /api/connections': { success: () => ({ as: 'owner' }) },
  'POST /api/connections': { success: (world) => ({ body: realConnection(world) }) },
  'GET /api/connections/{id}': { success: newConnection },
  'PUT /api/connections/{id}': {
    success: async (world) => ({ path: { id: await added(world) }, body: { name: 'Renamed' } }),
    others: {
      // Each change finds that somebody else was faster, as often as it tries.
      409: async (world) => {
        const id = await added(world);
        await world.service.database.query(`
          create function lose_race() returns trigger language plpgsql as 'begin return null; end'`);
        await world.service.database.query(`
          create trigger lose_race before update on connections for each row
          when (old.id = '${id}') execute function lose_race()`);
        return { path: { id }, body: { name: 'Renamed' } };
      },
    },
  },
  'DELETE /api/connections/{id}': { success: newConnection },
  'POST /api/test-connection': {
    success: (world) => ({ body: realConnection(world) }),
    others: { 404: (world) => ({ body: { ...realConnection(world), id: 'none' } }) },
  },
  'GET /api/drivers': { success: () => ({ as: 'owner' }) },
};

const newAccess = async (world: ContractWorld): Promise<{ id: number; userId: string }> => {
  const { id: userId } = await invited(world);
  const body = { connectionId: world.service.connectionId, userId };
  return world.service.admin.json('POST', '/api/connection-accesses', body);
};
const someAccess: MakeRequest = async (world) => ({
  path: { id: String((await newAccess(world)).id) },
});

export const accessArea: Area = {
  'GET /api/connection-accesses': { success: () => ({ as: 'owner' }) },
  'POST /api/connection-accesses': {
    success: async (world) => ({
      body: {
        connectionId: world.service.connectionId,
        userId: (await invited(world)).id,
        duration: 60,
      },
    }),
  },
  'GET /api/connection-accesses/{id}': { success: someAccess },
  'PUT /api/connection-accesses/{id}/expire': { success: someAccess },
};

export const schemaArea: Area = {
  'GET /api/connections/{id}/schema': { success: sharedConnection },
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
    success: async (world) => {
      await newClient(world);
      return {};
    },
  },
  'GET /api/connection-clients/{id}': { success: newClient },
  'PUT /api/connection-clients/{id}': { success: newClient },
  'DELETE /api/connection-clients/{id}': { success: newClient },
};
