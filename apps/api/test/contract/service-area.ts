import { asLocked } from './generic.js';
import { stranger, untilTooMany, type Area } from './world.js';

export const serviceArea: Area = {
  'GET /api/health': { success: () => ({ as: 'nobody' }) },
  'GET /api/ready': { success: () => ({ as: 'nobody' }) },
  'GET /api/workers': { success: () => ({}) },
  'GET /api/app': {
    success: () => ({ as: 'nobody', headers: { authorization: stranger() } }),
    others: {
      429: async (world) => {
        const sent = { as: 'nobody' as const, headers: { authorization: asLocked } };
        await untilTooMany(world, 'GET /api/users', sent);
        return sent;
      },
    },
  },
};
