import type { Database } from '../client.js';

/** A schema as it was read. */
export interface CachedSchema {
  /** JSON text of a ConnectionSchema, in gzip. */
  body: Uint8Array;
  createdAt: Date;
  /** By the database's clock. */
  ageMs: number;
}

/** Schemas of rendered connections: users whose templates render alike share an entry. */
export interface SchemaCacheRepository {
  find(key: string): Promise<CachedSchema | null>;
  /** Replaces what is stored. */
  put(entry: { key: string; connectionId: string; body: Uint8Array }): Promise<void>;
  removeForConnection(connectionId: string): Promise<void>;
}

export function createSchemaCacheRepository(database: Database): SchemaCacheRepository {
  return {
    find: async (key) => {
      const [row] = await database.$queryRaw<
        { body: Uint8Array; created_at: Date; age_ms: number }[]
      >`
        select body, created_at, extract(epoch from now() - created_at)::float8 * 1000 as age_ms
        from schema_cache where key = ${key}`;
      if (row === undefined) return null;
      return { body: row.body, createdAt: row.created_at, ageMs: row.age_ms };
    },
    put: async ({ key, connectionId, body }) => {
      await database.$executeRaw`
        insert into schema_cache (key, connection_id, body)
        values (${key}, ${connectionId}, ${body})
        on conflict (key) do update set body = excluded.body, created_at = now()`;
    },
    removeForConnection: async (connectionId) => {
      await database.schemaCache.deleteMany({ where: { connectionId } });
    },
  };
}
