import { isDeepStrictEqual } from 'node:util';
import type {
  Cipher,
  ConnectionRepository,
  ConnectionRow,
  ConnectionSource,
} from '@sluice/database';

import type { GivenConnection } from './connection-definition.js';
import { type ConnectionData, decryptData, encryptData } from '../connection-data/index.js';

/** What given connections are written with. */
export interface KeepDependencies {
  connections: ConnectionRepository;
  schemaCache: { removeForConnection(connectionId: string): Promise<void> };
  cipher: Cipher;
}

/** What became of a given connection; `taken`: another source has one of its id. */
export type Kept = 'created' | 'updated' | 'unchanged' | 'taken';

/**
 * Writes a connection as it is given, encrypted like every other. One that is so already is not touched. Several
 * processes may do it at once: whoever comes too late looks again.
 */
export async function keepConnection(
  deps: KeepDependencies,
  given: GivenConnection,
  source: ConnectionSource,
): Promise<Kept> {
  const { connections, schemaCache, cipher } = deps;
  const { id, name, driver, data, settings } = given;
  for (;;) {
    const row = await connections.find(id);
    const encrypted = () => ({ encryptedData: encryptData(cipher, id, data) });
    if (row === null) {
      const created = { ...settings, id, name, driver, source, ...encrypted() };
      if ((await connections.create(created)) !== null) return 'created';
    } else if (row.source !== source) {
      return 'taken';
    } else if (isSame(row, given, storedData(cipher, row))) {
      return 'unchanged';
    } else {
      const change = { ...settings, name, driver, ...encrypted() };
      if ((await connections.update(id, row.version, change)) !== null) {
        await schemaCache.removeForConnection(id);
        return 'updated';
      }
    }
  }
}

const isSame = (row: ConnectionRow, given: GivenConnection, data: ConnectionData | null): boolean =>
  row.name === given.name &&
  row.driver === given.driver &&
  Object.entries(given.settings).every(
    ([field, value]) => row[field as keyof GivenConnection['settings']] === value,
  ) &&
  isDeepStrictEqual(data, given.data);

/** Null when it cannot be read any more: then it is written anew. */
function storedData(cipher: Cipher, row: ConnectionRow): ConnectionData | null {
  try {
    return decryptData(cipher, row);
  } catch {
    return null;
  }
}
