import type { Cipher } from './cipher.js';
import type { Database } from './client.js';

/** Numbers of connections by the result of {@link reencryptConnections}. */
export interface Reencrypted {
  /** Connections that are now encrypted with the current passphrase. */
  renewed: number;
  /** Connections that already were. */
  unchanged: number;
  /** IDs of connections that no passphrase decrypts: their secrets must be entered again. */
  unreadable: string[];
}

/**
 * Encrypts the data of all connections with the current passphrase. It may run while the service runs, and again. A row
 * that is changed meanwhile is skipped. Sessions and caches stay valid, because no other column changes.
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
    // Prisma would also set updated_at, which ends the connection's sessions and caches.
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
