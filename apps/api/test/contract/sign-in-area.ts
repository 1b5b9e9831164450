import {
  invited,
  ownerEmail,
  password,
  sessionCookie,
  untilTooMany,
  type Area,
  type MakeRequest,
} from './world.js';

const signedIn: MakeRequest = async (world) => ({
  as: 'nobody',
  headers: { cookie: await sessionCookie(world) },
});

const chosen = (email: string) => ({ email, password, passwordConfirmation: password });
const unknownLink = 'no-such-link-0123456789';

export const signInArea: Area = {
  'POST /api/signin': {
    success: () => ({ as: 'nobody', body: { email: ownerEmail, password } }),
    others: {
      401: () => ({ as: 'nobody', body: { email: 'none@example.com', password } }),
      429: async (world) => {
        const body = { email: 'guessed@example.com', password: 'wrong' };
        await untilTooMany(world, 'POST /api/signin', { as: 'nobody', body });
        return { as: 'nobody', body };
      },
    },
  },
  'GET /api/signout': {
    success: signedIn,
    others: {
      403: async (world) => {
        const sent = await signedIn(world);
        return { ...sent, headers: { ...sent.headers, 'sec-fetch-site': 'cross-site' } };
      },
    },
  },
  'POST /api/signout': { success: signedIn },
  'POST /api/signup': {
    success: async (world) => {
      const { email, passwordResetId } = await invited(world);
      return { as: 'nobody', body: { ...chosen(email), invitationId: passwordResetId } };
    },
    others: {
      401: () => ({ as: 'nobody', body: chosen('uninvited@example.com') }),
      429: async (world) => {
        const sent = { as: 'nobody' as const, body: chosen('guessed-2@example.com') };
        await untilTooMany(world, 'POST /api/signup', sent);
        return sent;
      },
    },
  },
  'POST /api/password-reset/{id}': {
    success: async (world) => {
      const { email, passwordResetId } = await invited(world);
      return { as: 'nobody', path: { id: passwordResetId }, body: chosen(email) };
    },
    others: {
      401: () => ({
        as: 'nobody',
        path: { id: unknownLink },
        body: chosen('uninvited@example.com'),
      }),
      // Longer than any id.
      404: () => ({
        as: 'nobody',
        path: { id: 'x'.repeat(1_001) },
        body: chosen('uninvited@example.com'),
      }),
      429: async (world) => {
        const sent = {
          as: 'nobody' as const,
          path: { id: unknownLink },
          body: chosen('guessed-3@example.com'),
        };
        await untilTooMany(world, 'POST /api/password-reset/{id}', sent);
        return sent;
      },
    },
  },
};
