import { randomUUID } from 'node:crypto';
import {
  invited,
  sessionCookie,
  type Area,
  type ContractHarness,
  type MakeRequest,
} from './harness.js';

const someUser: MakeRequest = async (harness) => ({ path: { id: (await invited(harness)).id } });

/** Creates a user with an OpenID Connect identity. */
const linkedUser: MakeRequest = async (harness) => {
  const { id } = await invited(harness);
  await harness.service.database.query(
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
    success: async (harness) => ({ ...(await someUser(harness)), body: { name: 'New' } }),
  },
  'DELETE /api/users/{id}': { success: someUser },
  'GET /api/users/{id}/identities': { success: linkedUser },
  'DELETE /api/users/{id}/identities/{origin}': { success: linkedUser },
};

/** Creates a session of the admin. */
const signedIn: MakeRequest = async (harness) => {
  await sessionCookie(harness);
  return {};
};

export const sessionArea: Area = {
  'GET /api/sessions': { success: signedIn },
  'DELETE /api/sessions': { success: signedIn },
  'DELETE /api/sessions/{id}': {
    success: async (harness) => {
      await sessionCookie(harness);
      const [session] = await harness.service.admin.json<{ id: string }[]>('GET', '/api/sessions');
      return { path: { id: session?.id ?? '' } };
    },
  },
  'DELETE /api/users/{id}/sessions': { success: someUser },
};

const newToken = ({ service }: ContractHarness) =>
  service.admin.json<{ id: string }>('POST', '/api/service-tokens', {
    name: randomUUID(),
    role: 'editor',
  });

export const serviceTokenArea: Area = {
  'GET /api/service-tokens': {
    success: async (harness) => {
      await newToken(harness);
      return {};
    },
  },
  'POST /api/service-tokens': { success: () => ({ body: { name: randomUUID(), role: 'admin' } }) },
  'DELETE /api/service-tokens/{id}': {
    success: async (harness) => ({ path: { id: (await newToken(harness)).id } }),
  },
};

const newPersonalToken = ({ service }: ContractHarness) =>
  service.admin.json<{ id: string }>('POST', '/api/tokens', {
    name: randomUUID(),
    scopes: ['sql:run'],
  });

export const personalTokenArea: Area = {
  'GET /api/tokens': {
    success: async (harness) => {
      await newPersonalToken(harness);
      return { query: '?all=true' };
    },
  },
  'POST /api/tokens': {
    success: () => ({ body: { name: randomUUID(), scopes: ['admin'], maxRows: 10 } }),
  },
  'DELETE /api/tokens/{id}': {
    success: async (harness) => ({ path: { id: (await newPersonalToken(harness)).id } }),
  },
};

export const auditArea: Area = {
  'GET /api/audit': { success: () => ({ query: '?limit=20' }) },
};
