import { randomUUID } from 'node:crypto';
import { type Area, type ContractHarness, type MakeRequest } from './harness.js';

const finishedBatch: MakeRequest = async (harness) => ({
  as: 'owner',
  path: { id: (await harness.finishedBatch()).id },
});
/** A finished statement of the owner. */
export const finishedStatement: MakeRequest = async (harness) => ({
  as: 'owner',
  path: { id: (await harness.finishedBatch()).statements[0]?.id ?? '' },
});

/** A batch of the owner that the request may change. */
const newBatch: MakeRequest = async (harness) => ({
  as: 'owner',
  path: { id: (await harness.newBatch()).id },
});

/** A new share of a batch with everyone. */
const newShare: MakeRequest = async (harness) => {
  const { id } = await harness.newBatch();
  const path = `/api/batches/${id}/shares`;
  const share = await harness.owner.json<{ id: string }>('POST', path, {
    groupId: '__EVERYONE__',
    expiresInSeconds: 600,
  });
  return { as: 'owner', path: { id, shareId: share.id } };
};

const text = ({ service }: ContractHarness, batchText = 'select 1; select 2') => ({
  as: 'owner' as const,
  body: { connectionId: service.connectionId, batchText, name: 'Contract' },
});

export const batchArea: Area = {
  'GET /api/batches': {
    success: async (harness) => {
      await harness.finishedBatch();
      return { as: 'owner', query: '?includeStatements=true&limit=1' };
    },
  },
  'POST /api/batches': {
    success: (harness) => ({ ...text(harness), query: '?wait=10' }),
    others: {
      409: async (harness) => {
        const headers = { 'idempotency-key': randomUUID() };
        await harness.send('POST /api/batches', { ...text(harness), headers });
        return { ...text(harness, 'select 3'), headers };
      },
    },
  },
  'GET /api/batches/{id}': { success: finishedBatch },
  'GET /api/batches/{id}/statements': { success: finishedBatch },
  'GET /api/batches/{id}/events': {
    success: finishedBatch,
    others: {
      // A browser reconnects after the last event.
      204: async (harness) => {
        const sent = await finishedBatch(harness);
        const { body } = await harness.send('GET /api/batches/{id}/events', sent);
        const id = [...body.matchAll(/^id: ?(.+)$/gm)].at(-1)?.[1] ?? '';
        return { ...sent, headers: { 'last-event-id': id } };
      },
    },
  },
  'PUT /api/batches/{id}/cancel': { success: newBatch },
  'GET /api/batches/{id}/shares': {
    success: async (harness) => {
      const { path } = await newShare(harness);
      return { as: 'owner', path: { id: path?.['id'] ?? '' } };
    },
  },
  'POST /api/batches/{id}/shares': {
    success: async (harness) => ({
      ...(await newBatch(harness)),
      body: { userId: 'other@example.com', groupId: null, expiresInSeconds: 600 },
    }),
  },
  'DELETE /api/batches/{id}/shares/{shareId}': { success: newShare },
};

export const statementArea: Area = {
  'GET /api/statements/{id}': { success: finishedStatement },
  'GET /api/statements/{id}/results': {
    success: finishedStatement,
    others: {
      302: async (harness) => ({ ...(await finishedStatement(harness)), query: '?redirect=true' }),
    },
  },
  'POST /api/statements/{id}/compare': {
    success: async (harness) => {
      const sent = await finishedStatement(harness);
      return { ...sent, body: { before: sent.path?.['id'], keys: [0] } };
    },
  },
  'POST /api/statements/{id}/view': {
    success: async (harness) => ({
      ...(await finishedStatement(harness)),
      body: { sort: [{ column: 0, descending: true }], aggregates: [{ function: 'count' }] },
    }),
  },
};
