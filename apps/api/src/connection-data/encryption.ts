import type { Cipher, ConnectionRow } from '@sluice/database';
import type { ConnectionData } from './data.js';

/**
 * Decrypts the stored data of a connection.
 *
 * @throws when it was encrypted with another passphrase
 */
export const decryptData = (
  cipher: Pick<Cipher, 'decrypt'>,
  row: Pick<ConnectionRow, 'id' | 'encryptedData'>,
): ConnectionData => cipher.decrypt(row.encryptedData, contextOf(row.id)) as ConnectionData;

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
