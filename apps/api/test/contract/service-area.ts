import { lockedCredentials } from './generic.js';
import { unknownCredentials, untilTooMany, type Area } from './harness.js';

export const serviceArea: Area = {
  'GET /api/health': { success: () => ({ as: 'anonymous' }) },
  'GET /api/ready': { success: () => ({ as: 'anonymous' }) },
  'GET /api/workers': { success: () => ({}) },
  'GET /api/app': {
    success: () => ({ as: 'anonymous', headers: { authorization: unknownCredentials() } }),
    others: {
      429: async (harness) => {
        const sent = { as: 'anonymous' as const, headers: { authorization: lockedCredentials } };
        await untilTooMany(harness, 'GET /api/users', sent);
        return sent;
      },
    },
  },
};
