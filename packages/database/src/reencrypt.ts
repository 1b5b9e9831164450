import type { Cipher } from './cipher.js';
import type { Database } from './client.js';

/** What {@link reencryptConnections} found. */
export interface Reencrypted {
  /** Connections whose data is under the passphrase of now, and was not before. */
  renewed: number;
  /** Those that were under it already. */
  unchanged: number;
  /** Ids of those that no passphrase opens: somebody has to give their secrets anew. */
  unreadable: string[];
}

/**
 * Puts the stored data of all connections under the passphrase of now. May run beside the service, and again: a row
 * that somebody changes meanwhile is left to them, and what is in use goes on, as nothing else of a row changes.
 */
export async function reencryptConnections(
  database: Database,
  cipher: Cipher,
): Promise<Reencrypted> {
  const result: Reencrypted = { renewed: 0, unchanged: 0, unreadable: [] };
  const ids = await database.connection.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  for (const { id } of ids) {
    const row = await database.connection.findUnique({ where: { id } });
    if (row === null) continue;
    const { encryptedData } = row;
    if (cipher.isCurrent(encryptedData)) {
      result.unchanged += 1;
      continue;
    }
    const context = `connections/${id}`;
    const renewed = tryTo(() => cipher.encrypt(cipher.decrypt(encryptedData, context), context));
    if (renewed === null) {
      result.unreadable.push(id);
      continue;
    }
    // Not by Prisma, which would make a change of it: that ends the connection's sessions and caches.
    result.renewed += await database.$executeRaw`
      update connections set encrypted_data = ${renewed}
      where id = ${id} and encrypted_data = ${encryptedData}`;
  }
  return result;
}

function tryTo<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
