import { createHash, createHmac, hkdfSync } from 'node:crypto';
import {
  type CachedSchema,
  type Cipher,
  type ConnectionRepository,
  type ConnectionRow,
  type SchemaCacheRepository,
} from '@sluice/database';
import { unavailable } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import { requireConnection } from '../access/index.js';
import { renderStored } from '../connections/index.js';
import type { RateLimit } from '../limits/index.js';
import type { UserCache } from '../identity/users/index.js';
import type { Workers } from '../worker-requests/index.js';
import type { ConnectionData } from '../connection-data/index.js';

/** A schema as sent to clients. */
export interface SchemaBody {
  /** The JSON of a ConnectionSchema, compressed with gzip. */
  body: Uint8Array;
  etag: string;
}

/** Schemas of connections, cached by the connection data as rendered for the principal. */
export interface Schemas {
  /**
   * Returns the cached schema, or a fresh one when none is cached or `reload` is set. A stale
   * schema is returned while it is refreshed in the background.
   *
   * @throws AppError 400 when the database refuses (the cached schema remains), 403, 404, 429 when
   * the user reloads too often, 503
   */
  read(principal: Principal, connectionId: string, reload: boolean): Promise<SchemaBody>;
}

/** Options of {@link createSchemas}. */
export interface SchemasOptions {
  connections: Pick<ConnectionRepository, 'findFor'>;
  schemaCache: SchemaCacheRepository;
  users: UserCache;
  workers: Workers;
  cipher: Cipher;
  /** Key of the hashes that are the cache keys: rendered data contains secrets. */
  passphrase: string;
  /** Age in milliseconds after which an entry is refreshed. */
  maxAgeMs: number;
  /** Timeout of reading a schema, in milliseconds. */
  timeoutMs: number;
  /** Limits the reloads of a user: each occupies a worker and a target database. */
  reloads: RateLimit;
  /** Receives failed background refreshes. */
  onRefreshError(error: unknown): void;
}

/** A connection as rendered for a principal. */
interface Target {
  key: string;
  row: ConnectionRow;
  data: ConnectionData;
}

/** A connection that changes this often during reads would probably change again. */
const MAX_READS = 3;

export function createSchemas(options: SchemasOptions): Schemas {
  const { schemaCache, workers } = options;
  const hashKey = Buffer.from(
    hkdfSync('sha256', options.passphrase, '', 'sluice/schema-cache', 32),
  );
  const inFlight = new Map<string, Promise<void>>();

  /** Concurrent requests for the same schema share one read. */
  const refresh = (target: Target): Promise<void> => {
    const known = inFlight.get(target.key);
    if (known !== undefined) return known;
    const { key: cacheKey, data, row } = target;
    const { id: connectionId, driver, readOnly } = row;
    const payload = { connectionId, driver, data, readOnly, cacheKey };
    const promise = workers
      .ask('read-schema', payload, options.timeoutMs, row.workerPool)
      .then(() => undefined)
      .finally(() => inFlight.delete(cacheKey));
    inFlight.set(cacheKey, promise);
    return promise;
  };

  /**
   * Returns null when the entry was removed meanwhile, because the connection was changed or
   * deleted.
   */
  const readFresh = async (target: Target): Promise<SchemaBody | null> => {
    await refresh(target);
    const fresh = await schemaCache.find(target.key);
    return fresh === null ? null : present(target.key, fresh);
  };

  const readOnce = async (
    principal: Principal,
    connectionId: string,
    reload: boolean,
  ): Promise<SchemaBody | null> => {
    const row = await requireConnection(options.connections, principal, connectionId);
    const target = await targetFor(options, hashKey, principal, row);
    const cached = reload ? null : await schemaCache.find(target.key);
    if (cached === null) return readFresh(target);
    if (cached.ageMs > options.maxAgeMs) refresh(target).catch(options.onRefreshError);
    return present(target.key, cached);
  };

  return {
    read: async (principal, connectionId, reload) => {
      if (reload) options.reloads.admit(principal.id);
      // Repeat with the current connection if it was changed meanwhile.
      for (let attempt = 0; attempt < MAX_READS; attempt++) {
        const read = await readOnce(principal, connectionId, reload);
        if (read !== null) return read;
      }
      throw unavailable('The connection is being changed', 1);
    },
  };
}

async function targetFor(
  { cipher, users }: SchemasOptions,
  hashKey: Buffer,
  principal: Principal,
  row: ConnectionRow,
): Promise<Target> {
  const data = await renderStored({ cipher, users }, principal, row);
  const sorted = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = createHmac('sha256', hashKey)
    .update(JSON.stringify([row.id, row.version, row.driver, row.readOnly, sorted]))
    .digest('base64url');
  return { key, row, data };
}

function present(key: string, { body, createdAt }: CachedSchema): SchemaBody {
  const version = createHash('sha256').update(`${key} ${createdAt.toISOString()}`);
  return { body, etag: `W/"${version.digest('base64url').slice(0, 27)}"` };
}
