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
import type { MinuteLimit } from '../limits/index.js';
import type { UserCache } from '../identity/users/index.js';
import type { Workers } from '../worker-requests/index.js';
import type { ConnectionData } from '../connection-data/index.js';

/** A schema as it is sent. */
export interface SchemaBody {
  /** JSON text of a ConnectionSchema, in gzip. */
  body: Uint8Array;
  etag: string;
}

/** Schemas of connections, cached by what the connection is for the user who asks. */
export interface Schemas {
  /**
   * The cached schema, or a fresh one when there is none or `reload` is set. A stale one is served
   * while it is refreshed.
   *
   * @throws AppError 400 when the database refuses (the cached one stays), 403, 404, 429 when the user
   * reloads too often, 503.
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
  /** Cache keys are keyed hashes under it: rendered data holds secrets. */
  passphrase: string;
  /** Age after which an entry is refreshed. */
  maxAgeMs: number;
  /** For reading a schema anew. */
  timeoutMs: number;
  /** How often a user may have a schema read anew. */
  /** Each costs a worker and a database work. */
  reloads: MinuteLimit;
  /** Told of a refresh in the background that failed. */
  onRefreshError(error: unknown): void;
}

/** A connection as it is for one user. */
interface Target {
  key: string;
  row: ConnectionRow;
  data: ConnectionData;
}

/** Whoever changes a connection this often while it is read goes on doing so. */
const maxReads = 3;

export function createSchemas(options: SchemasOptions): Schemas {
  const { schemaCache, workers } = options;
  const hashKey = Buffer.from(
    hkdfSync('sha256', options.passphrase, '', 'sluice/schema-cache', 32),
  );
  const underWay = new Map<string, Promise<void>>();

  /** Many tabs that ask for the same schema read it once. */
  const refresh = (target: Target): Promise<void> => {
    const known = underWay.get(target.key);
    if (known !== undefined) return known;
    const { key: cacheKey, data, row } = target;
    const { id: connectionId, driver, readOnly } = row;
    const payload = { connectionId, driver, data, readOnly, cacheKey };
    const promise = workers
      .ask('read-schema', payload, options.timeoutMs, row.workerPool)
      .then(() => undefined)
      .finally(() => underWay.delete(cacheKey));
    underWay.set(cacheKey, promise);
    return promise;
  };

  /** Null: removed in between, by a change of the connection or with it. */
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
      // A connection that was changed meanwhile is read as it is now; one that was deleted is not there.
      for (let attempt = 0; attempt < maxReads; attempt++) {
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
