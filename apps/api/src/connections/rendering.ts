import { renderTemplates, type Cipher, type ConnectionRow } from '@sluice/database';
import { AppError } from '@sluice/errors';
import { userRoleOf, type Principal } from '../identity/principal/index.js';
import { requireDriver, requireValid } from './service.js';
import type { UserCache } from '../identity/users/index.js';
import { isSocketFolder, type ConnectionData, decryptData } from '../connection-data/index.js';

/** Renders the stored data of a connection for a principal. @throws AppError 400 */
export const renderStored = (
  { cipher, users }: { cipher: Cipher; users: UserCache },
  principal: Principal,
  row: ConnectionRow,
): Promise<ConnectionData> => renderFor({ users }, principal, row.driver, readData(cipher, row));

function readData(cipher: Cipher, row: ConnectionRow): ConnectionData {
  try {
    return decryptData(cipher, row);
  } catch (error) {
    const title = 'The stored data of this connection cannot be decrypted';
    throw new AppError('undecryptable', 400, title, { cause: error });
  }
}

/**
 * Replaces the templates with the values of the principal and checks the result again: a value must
 * not turn a field into a socket folder that the admin did not write.
 */
export async function renderFor(
  { users }: { users: UserCache },
  principal: Principal,
  driver: string,
  data: ConnectionData,
): Promise<ConnectionData> {
  const user = await users.get(principal.id);
  const { id, email, name } = principal;
  // The worker renders the same values when it connects, whatever the credential was.
  const role = userRoleOf(principal);
  const rendered = renderTemplates(data, { id, email, name, role, data: user?.data ?? {} });
  requireValid(requireDriver(driver), rendered, (key) => isSocketFolder(data[key]));
  return rendered;
}
