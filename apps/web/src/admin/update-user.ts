import type { User } from '@sluice/contracts';
import { call } from '../http/client.js';
import { queryClient } from '../http/reads.js';
import { adminReads } from './reads.js';

/** Reads the users again. */
export const reloadUsers = () =>
  queryClient.invalidateQueries({ queryKey: adminReads.users.queryKey });

/** Updates fields of a user. @throws ApiError */
export async function updateUser(user: User, body: object): Promise<User> {
  const updated = await call<User>('PUT', `/api/users/${user.id}`, { body });
  await reloadUsers();
  return updated;
}
