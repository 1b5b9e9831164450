import { createHash, createHmac, hkdfSync } from 'node:crypto';
import {
  type CachedSchema,
  type Cipher,
  type ConnectionRepository,
  type ConnectionRow,
  type SchemaCacheRepository,
} from '@sluice/database';
import { notFound, unavailable } from '@sluice/errors';
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
  /**
   * Returns the detail of a table, at most a minute old.
   *
   * @throws AppError as `read` does; 404 when the connection's user sees no such table
   */
  readTable(
    principal: Principal,
    connectionId: string,
    table: TableName,
    reload: boolean,
  ): Promise<SchemaBody>;
}

/** Names a table; `schema` is null for databases without schemas. */
export interface TableName {
  schema: string | null;
  name: string;
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
  /** Limits the tables that a user reads past the cache. */
  tableReads: RateLimit;
  /** Receives failed background refreshes. */
  onRefreshError(error: unknown): void;
}

/** A connection as rendered for a principal, or one table of it. */
interface Target {
  key: string;
  row: ConnectionRow;
  data: ConnectionData;
  table: TableName | null;
}

/** Users compare the detail with a table that they have just changed, so it is never stale for long. */
const MAX_TABLE_AGE_MS = 60_000;

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
    const { key: cacheKey, data, row, table } = target;
    const { id: connectionId, driver, readOnly } = row;
    const payload = { connectionId, driver, data, readOnly, cacheKey };
    const answer =
      table === null
        ? workers.ask('read-schema', payload, options.timeoutMs, row.workerPool)
        : workers.ask('read-table', { ...payload, table }, options.timeoutMs, row.workerPool);
    const promise = answer
      .then((found) => {
        if (isMissingTable(found)) throw notFound();
      })
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
    const target = await targetFor(options, hashKey, principal, row, null);
    const cached = reload ? null : await schemaCache.find(target.key);
    if (cached === null) return readFresh(target);
    if (cached.ageMs > options.maxAgeMs) refresh(target).catch(options.onRefreshError);
    return present(target.key, cached);
  };

  const readTableOnce = async (
    principal: Principal,
    connectionId: string,
    table: TableName,
    reload: boolean,
  ): Promise<SchemaBody | null> => {
    const row = await requireConnection(options.connections, principal, connectionId);
    const target = await targetFor(options, hashKey, principal, row, table);
    const cached = reload ? null : await schemaCache.find(target.key);
    if (cached !== null && cached.ageMs <= MAX_TABLE_AGE_MS) return present(target.key, cached);
    options.tableReads.admit(principal.id);
    return readFresh(target);
  };

  return {
    read: async (principal, connectionId, reload) => {
      if (reload) options.reloads.admit(principal.id);
      return whileUnchanged(() => readOnce(principal, connectionId, reload));
    },
    readTable: (principal, connectionId, table, reload) =>
      whileUnchanged(() => readTableOnce(principal, connectionId, table, reload)),
  };
}

/** The worker's answer if the session's user sees no such table. */
const isMissingTable = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'found' in answer && answer.found === false;

/** Repeats a read with the current connection if it was changed meanwhile. */
async function whileUnchanged(read: () => Promise<SchemaBody | null>): Promise<SchemaBody> {
  for (let attempt = 0; attempt < MAX_READS; attempt++) {
    const body = await read();
    if (body !== null) return body;
  }
  throw unavailable('The connection is being changed', 1);
}

async function targetFor(
  { cipher, users }: SchemasOptions,
  hashKey: Buffer,
  principal: Principal,
  row: ConnectionRow,
  table: TableName | null,
): Promise<Target> {
  const data = await renderStored({ cipher, users }, principal, row);
  const sorted = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
  const key = createHmac('sha256', hashKey)
    .update(
      JSON.stringify([
        row.id,
        row.version,
        row.driver,
        row.readOnly,
        sorted,
        ...(table ? [table.schema, table.name] : []),
      ]),
    )
    .digest('base64url');
  return { key, row, data, table };
}

function present(key: string, { body, createdAt }: CachedSchema): SchemaBody {
  const version = createHash('sha256').update(`${key} ${createdAt.toISOString()}`);
  return { body, etag: `W/"${version.digest('base64url').slice(0, 27)}"` };
}
