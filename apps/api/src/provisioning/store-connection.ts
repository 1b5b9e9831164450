import { isDeepStrictEqual } from 'node:util';
import type {
  Cipher,
  ConnectionRepository,
  ConnectionRow,
  ConnectionSource,
} from '@sluice/database';

import type { ConnectionDefinition } from './connection-definition.js';
import { type ConnectionData, decryptData, encryptData } from '../connection-data/index.js';

/** Dependencies of {@link storeConnection}. */
export interface StoreDependencies {
  connections: ConnectionRepository;
  schemaCache: { removeForConnection(connectionId: string): Promise<void> };
  cipher: Cipher;
}

/** The result of storing a connection; `taken`: a connection of another source has its id. */
export type StoreResult = 'created' | 'updated' | 'unchanged' | 'taken';

/**
 * Stores a connection, encrypted like every other one, if it has changed. Several processes may run
 * it concurrently: a process that loses a race reads again.
 */
export async function storeConnection(
  deps: StoreDependencies,
  given: ConnectionDefinition,
  source: ConnectionSource,
): Promise<StoreResult> {
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

const isSame = (
  row: ConnectionRow,
  given: ConnectionDefinition,
  data: ConnectionData | null,
): boolean =>
  row.name === given.name &&
  row.driver === given.driver &&
  Object.entries(given.settings).every(
    ([field, value]) => row[field as keyof ConnectionDefinition['settings']] === value,
  ) &&
  isDeepStrictEqual(data, given.data);

/** Null when it cannot be decrypted: then it is written again. */
function storedData(cipher: Cipher, row: ConnectionRow): ConnectionData | null {
  try {
    return decryptData(cipher, row);
  } catch {
    return null;
  }
}
