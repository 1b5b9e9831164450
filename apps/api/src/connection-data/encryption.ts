import type { Cipher, ConnectionRow } from '@sluice/database';
import { definitionFor, withImplied } from '@sluice/drivers/definitions';
import type { ConnectionData } from './data.js';

/**
 * Decrypts the stored data of a connection. Older versions stored it without the check boxes that other fields imply.
 *
 * @throws when it was encrypted with another passphrase
 */
export function decryptData(
  cipher: Pick<Cipher, 'decrypt'>,
  row: Pick<ConnectionRow, 'id' | 'driver' | 'encryptedData'>,
): ConnectionData {
  const data = cipher.decrypt(row.encryptedData, contextOf(row.id)) as ConnectionData;
  return withImplied(definitionFor(row.driver)?.fields ?? [], data);
}

/** Encrypts the data of the connection with this id. */
export const encryptData = (
  cipher: Pick<Cipher, 'encrypt'>,
  id: string,
  data: ConnectionData,
): ReturnType<Cipher['encrypt']> => cipher.encrypt(data, contextOf(id));

/**
 * The additional authenticated data: ciphertext that is copied to another connection cannot be
 * decrypted.
 */
const contextOf = (id: string): string => `connections/${id}`;
