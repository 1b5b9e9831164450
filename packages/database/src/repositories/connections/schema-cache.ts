import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow } from '../../query.js';
import { bytesColumn } from '../../rows.js';

const cachedSchema = z.object({
  /** Gzipped JSON text of a ConnectionSchema. */
  body: bytesColumn,
  createdAt: z.date(),
  /** By the database's clock. */
  ageMs: z.number(),
});

/** A schema as it was read from the target database. */
export type CachedSchema = z.infer<typeof cachedSchema>;

/** Schemas of rendered connections. Users whose templates render to the same values share an entry. */
export interface SchemaCacheRepository {
  find(key: string): Promise<CachedSchema | null>;
  /** Stores or replaces an entry. */
  put(entry: { key: string; connectionId: string; body: Uint8Array }): Promise<void>;
  removeForConnection(connectionId: string): Promise<void>;
}

export function createSchemaCacheRepository(database: Database): SchemaCacheRepository {
  return {
    find: async (key) => {
      const row = await queryRow(
        database,
        cachedSchema,
        Prisma.sql`
          select body, created_at as "createdAt",
            extract(epoch from now() - created_at)::float8 * 1000 as "ageMs"
          from schema_cache where key = ${key}`,
      );
      return row ?? null;
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
