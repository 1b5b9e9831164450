import { randomUUID } from 'node:crypto';
import {
  invited,
  sessionCookie,
  type Area,
  type ContractWorld,
  type MakeRequest,
} from './world.js';

const someUser: MakeRequest = async (world) => ({ path: { id: (await invited(world)).id } });

/** A user with the row that a sign-in through OpenID Connect leaves. */
const linkedUser: MakeRequest = async (world) => {
  const { id } = await invited(world);
  await world.service.database.query(
    `insert into identities (origin, subject, user_id) values ('oidc', 'contract ${id}', '${id}')`,
  );
  return { path: { id, origin: 'oidc' } };
};

export const userArea: Area = {
  'GET /api/users': { success: () => ({ as: 'owner' }) },
  'POST /api/users': {
    success: () => ({ body: { email: `${randomUUID()}@example.com`, role: 'editor' } }),
  },
  'GET /api/users/{id}': { success: someUser },
  'PUT /api/users/{id}': {
    success: async (world) => ({ ...(await someUser(world)), body: { name: 'New' } }),
  },
  'DELETE /api/users/{id}': { success: someUser },
  'GET /api/users/{id}/identities': { success: linkedUser },
  'DELETE /api/users/{id}/identities/{origin}': { success: linkedUser },
};

/** With a session of the admin. */
const signedIn: MakeRequest = async (world) => {
  await sessionCookie(world);
  return {};
};

export const sessionArea: Area = {
  'GET /api/sessions': { success: signedIn },
  'DELETE /api/sessions': { success: signedIn },
  'DELETE /api/sessions/{id}': {
    success: async (world) => {
      await sessionCookie(world);
      const [session] = await world.service.admin.json<{ id: string }[]>('GET', '/api/sessions');
      return { path: { id: session?.id ?? '' } };
    },
  },
  'DELETE /api/users/{id}/sessions': { success: someUser },
};

const newToken = ({ service }: ContractWorld) =>
  service.admin.json<{ id: string }>('POST', '/api/service-tokens', {
    name: randomUUID(),
    role: 'editor',
  });

export const serviceTokenArea: Area = {
  'GET /api/service-tokens': {
    success: async (world) => {
      await newToken(world);
      return {};
    },
  },
  'POST /api/service-tokens': { success: () => ({ body: { name: randomUUID(), role: 'admin' } }) },
  'DELETE /api/service-tokens/{id}': {
    success: async (world) => ({ path: { id: (await newToken(world)).id } }),
  },
};

export const auditArea: Area = {
  'GET /api/audit': { success: () => ({ query: '?limit=20' }) },
};
