import { randomUUID } from 'node:crypto';
import { type Area, type ContractWorld, type MakeRequest } from './world.js';

const finishedBatch: MakeRequest = async (world) => ({
  as: 'owner',
  path: { id: (await world.finishedBatch()).id },
});
/** A statement that the owner may read the rows of. */
export const finishedStatement: MakeRequest = async (world) => ({
  as: 'owner',
  path: { id: (await world.finishedBatch()).statements[0]?.id ?? '' },
});

const text = ({ service }: ContractWorld, batchText = 'select 1; select 2') => ({
  as: 'owner' as const,
  body: { connectionId: service.connectionId, batchText, name: 'Contract' },
});

export const batchArea: Area = {
  'GET /api/batches': {
    success: async (world) => {
      await world.finishedBatch();
      return { as: 'owner', query: '?includeStatements=true&limit=1' };
    },
  },
  'POST /api/batches': {
    success: (world) => ({ ...text(world), query: '?wait=10' }),
    others: {
      409: async (world) => {
        const headers = { 'idempotency-key': randomUUID() };
        await world.send('POST /api/batches', { ...text(world), headers });
        return { ...text(world, 'select 3'), headers };
      },
    },
  },
  'GET /api/batches/{id}': { success: finishedBatch },
  'GET /api/batches/{id}/statements': { success: finishedBatch },
  'GET /api/batches/{id}/events': {
    success: finishedBatch,
    others: {
      // What a browser does that comes back after the end.
      204: async (world) => {
        const sent = await finishedBatch(world);
        const { body } = await world.send('GET /api/batches/{id}/events', sent);
        const id = [...body.matchAll(/^id: ?(.+)$/gm)].at(-1)?.[1] ?? '';
        return { ...sent, headers: { 'last-event-id': id } };
      },
    },
  },
  'PUT /api/batches/{id}/cancel': { success: finishedBatch },
};

export const statementArea: Area = {
  'GET /api/statements/{id}': { success: finishedStatement },
  'GET /api/statements/{id}/results': {
    success: finishedStatement,
    others: {
      302: async (world) => ({ ...(await finishedStatement(world)), query: '?redirect=true' }),
    },
  },
};
