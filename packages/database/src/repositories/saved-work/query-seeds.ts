import { isDeepStrictEqual } from 'node:util';
import type { Cipher } from '../../cipher.js';
import type { Database } from '../../client.js';
import type { Prisma } from '../../generated/client.js';
import {
  createQueryRepository,
  insertAcl,
  readersOf,
  type NewAclRow,
  type QueryRow,
} from './queries.js';
import { recordVersion } from './query-versions.js';

/** A saved query that the operator provides. */
export interface SeedQuery {
  id: string;
  name: string;
  connectionId: string | null;
  queryText: string;
  parameters: unknown[];
  chart: Prisma.InputJsonValue | null;
  tags: string[];
  acl: NewAclRow[];
  /** Null: the query has no owner. */
  ownerId: string | null;
}

/** Result of writing a seed. `kept`: a user has changed the query or created one with this ID. */
export type SeededQuery = 'created' | 'updated' | 'unchanged' | 'kept';

/** Author of seeded queries. */
export const seedAuthor = '__SEED__';

/** Writes seeded queries. Several processes may do it at the same time. */
export interface QuerySeedRepository {
  /** Does not touch a query that a user has changed. */
  write(seed: SeedQuery): Promise<SeededQuery>;
}

export function createQuerySeedRepository(database: Database, cipher: Cipher): QuerySeedRepository {
  const queries = createQueryRepository(database, cipher);
  const write = async (seed: SeedQuery): Promise<SeededQuery> => {
    const stored = await queries.find(seed.id);
    if (stored === null) return (await insert(database, cipher, seed)) ? 'created' : write(seed);
    if (stored.updatedBy !== seedAuthor) return 'kept';
    if (isSame(stored, seed)) return 'unchanged';
    const { id, ...change } = seed;
    try {
      await queries.update(id, ({ version }) => {
        if (version !== stored.version) throw new ConcurrentChangeError();
        return { ...change, updatedBy: seedAuthor };
      });
      return 'updated';
    } catch (error) {
      if (error instanceof ConcurrentChangeError) return write(seed);
      throw error;
    }
  };
  return { write };
}

/** A user, or another process with the same seed, changed the query first. */
class ConcurrentChangeError extends Error {}

const insert = (database: Database, cipher: Cipher, seed: SeedQuery): Promise<boolean> =>
  database.$transaction(async (transaction) => {
    const { id, acl, chart, ownerId } = seed;
    const count = await transaction.$executeRaw`
      insert into queries (id, name, connection_id, query_text, parameters, chart, tags, owner_id,
        created_by, updated_by, readers)
      values (${id}, ${seed.name}, ${seed.connectionId}, ${seed.queryText},
        ${JSON.stringify(seed.parameters)}::jsonb,
        ${chart === null ? null : JSON.stringify(chart)}::jsonb, ${seed.tags}, ${ownerId},
        ${ownerId ?? seedAuthor}, ${seedAuthor}, ${readersOf(ownerId, acl)})
      on conflict (id) do nothing`;
    if (count === 0) return false;
    await insertAcl(transaction, id, acl);
    const after = { ...seed, version: 1, updatedBy: seedAuthor, updatedAt: new Date() };
    await recordVersion(transaction, cipher, { before: null, after });
    return true;
  });

const isSame = (row: QueryRow, seed: SeedQuery): boolean =>
  row.name === seed.name &&
  row.connectionId === seed.connectionId &&
  row.queryText === seed.queryText &&
  row.ownerId === seed.ownerId &&
  isDeepStrictEqual(row.parameters, seed.parameters) &&
  isDeepStrictEqual(row.chart, seed.chart) &&
  isDeepStrictEqual(row.tags, seed.tags) &&
  isDeepStrictEqual(aclKeys(row.acl), aclKeys(seed.acl));

const aclKeys = (acl: NewAclRow[]): string[] =>
  acl.map(({ userId, groupId, write }) => JSON.stringify([userId, groupId, write])).sort();
