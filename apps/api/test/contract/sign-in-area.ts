import {
  invited,
  ownerEmail,
  password,
  sessionCookie,
  untilTooMany,
  type Area,
  type MakeRequest,
} from './harness.js';

const signedIn: MakeRequest = async (harness) => ({
  as: 'anonymous',
  headers: { cookie: await sessionCookie(harness) },
});

const chosen = (email: string) => ({ email, password, passwordConfirmation: password });
const unknownLink = 'no-such-link-0123456789';

export const signInArea: Area = {
  'POST /api/signin': {
    success: () => ({ as: 'anonymous', body: { email: ownerEmail, password } }),
    others: {
      401: () => ({ as: 'anonymous', body: { email: 'none@example.com', password } }),
      429: async (harness) => {
        const body = { email: 'guessed@example.com', password: 'wrong' };
        await untilTooMany(harness, 'POST /api/signin', { as: 'anonymous', body });
        return { as: 'anonymous', body };
      },
    },
  },
  'GET /api/signout': {
    success: signedIn,
    others: {
      403: async (harness) => {
        const sent = await signedIn(harness);
        return { ...sent, headers: { ...sent.headers, 'sec-fetch-site': 'cross-site' } };
      },
    },
  },
  'POST /api/signout': { success: signedIn },
  'POST /api/signup': {
    success: async (harness) => {
      const { email, passwordResetId } = await invited(harness);
      return { as: 'anonymous', body: { ...chosen(email), invitationId: passwordResetId } };
    },
    others: {
      401: () => ({ as: 'anonymous', body: chosen('uninvited@example.com') }),
      429: async (harness) => {
        const sent = { as: 'anonymous' as const, body: chosen('guessed-2@example.com') };
        await untilTooMany(harness, 'POST /api/signup', sent);
        return sent;
      },
    },
  },
  'POST /api/password-reset/{id}': {
    success: async (harness) => {
      const { email, passwordResetId } = await invited(harness);
      return { as: 'anonymous', path: { id: passwordResetId }, body: chosen(email) };
    },
    others: {
      401: () => ({
        as: 'anonymous',
        path: { id: unknownLink },
        body: chosen('uninvited@example.com'),
      }),
      // Longer than any valid id.
      404: () => ({
        as: 'anonymous',
        path: { id: 'x'.repeat(1_001) },
        body: chosen('uninvited@example.com'),
      }),
      429: async (harness) => {
        const sent = {
          as: 'anonymous' as const,
          path: { id: unknownLink },
          body: chosen('guessed-3@example.com'),
        };
        await untilTooMany(harness, 'POST /api/password-reset/{id}', sent);
        return sent;
      },
    },
  },
};
