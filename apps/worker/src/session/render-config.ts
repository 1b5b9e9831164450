import { renderTemplates, type Cipher, type ClaimedBatch } from '@sluice/database';
import { AppError, messageOf } from '@sluice/errors';
import { BatchError } from './batch-error.js';

/**
 * Returns the decrypted fields of a connection, with templates rendered for a user.
 *
 * @throws BatchError `connect_failed`, outcome `not_run`.
 */
export function renderConfig(
  cipher: Cipher,
  connection: NonNullable<ClaimedBatch['connection']>,
  user: NonNullable<ClaimedBatch['user']>,
): Record<string, unknown> {
  try {
    const data = cipher.decrypt(connection.encryptedData, `connections/${connection.id}`);
    return renderTemplates(data as Record<string, unknown>, user);
  } catch (error) {
    const title = error instanceof AppError ? error.title : messageOf(error);
    throw new BatchError('connect_failed', 'not_run', title, { cause: error });
  }
}
