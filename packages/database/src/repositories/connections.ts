import type { Database } from '../client.js';
import { Prisma, type Connection } from '../generated/client.js';
import type { Slice } from '../slice.js';
import { everyConnection, everyone, hasAccess } from './accesses.js';

export type ConnectionRow = Connection;

/** A connection to be written; what is undefined gets its default. */
export interface NewConnection extends ConnectionSettings {
  id: string;
  name: string;
  driver: string;
  encryptedData: Uint8Array<ArrayBuffer>;
  /** `stored` unless given. */
  source?: ConnectionSource | undefined;
}

/** Who keeps a connection: whoever may change it, or the settings of the service. */
export type ConnectionSource = 'stored' | 'environment';

/** What may be said of a connection beside its driver's own fields. */
export interface ConnectionSettings {
  description?: string | undefined;
  multiStatementTransactionEnabled?: boolean | undefined;
  idleTimeoutSeconds?: number | undefined;
  maxRows?: number | null | undefined;
  maxConcurrency?: number | null | undefined;
  queryTimeoutSeconds?: number | null | undefined;
  readOnly?: boolean | undefined;
  workerPool?: string | undefined;
}

/** A change; undefined keeps what is stored. */
export interface ConnectionChange extends ConnectionSettings {
  name?: string | undefined;
  driver?: string | undefined;
  encryptedData?: Uint8Array<ArrayBuffer> | undefined;
}

/** Which connections a list shows, by name. */
export interface ConnectionFilter extends Slice {
  /** Null: all. Else those that this principal has access to. */
  userId: string | null;
}

/** Connections; their data is encrypted under the context `connections/<id>`. */
export interface ConnectionRepository {
  find(id: string): Promise<Connection | null>;
  /** With whether the principal has an access row for it; one query. */
  findFor(id: string, userId: string): Promise<{ row: Connection; allowed: boolean } | null>;
  list(filter: ConnectionFilter): Promise<Connection[]>;
  /** Ids of those that the settings of the service keep. */
  idsFromEnvironment(): Promise<string[]>;
  /** Null when the id is taken. */
  create(connection: NewConnection): Promise<Connection | null>;
  /**
   * Whoever changes a paused connection has seen to it: it is no longer paused. Null when the row is gone or
   * no longer of this version: read it again.
   */
  update(id: string, version: number, change: ConnectionChange): Promise<Connection | null>;
  /**
   * Also removes its cached schemas, its access rows and its crashes, which a later connection of the same id must
   * not inherit. False when there was none.
   */
  remove(id: string): Promise<boolean>;
}

export function createConnectionRepository(database: Database): ConnectionRepository {
  return {
    find: (id) => database.connection.findUnique({ where: { id } }),
    findFor: (id, userId) => findFor(database, id, userId),
    list: (filter) => list(database, filter),
    idsFromEnvironment: async () => {
      const where = { source: 'environment' };
      const rows = await database.connection.findMany({ where, select: { id: true } });
      return rows.map(({ id }) => id);
    },
    create: async (connection) => {
      const [created] = await database.connection.createManyAndReturn({
        data: [withoutUndefined(connection)],
        skipDuplicates: true,
      });
      return created ?? null;
    },
    update: async (id, version, change) => {
      const data = { ...withoutUndefined(change), pausedUntil: null, version: { increment: 1 } };
      return database.$transaction(async (transaction) => {
        const where = { id, version };
        const [updated] = await transaction.connection.updateManyAndReturn({ where, data });
        if (updated === undefined) return null;
        await transaction.connectionCrash.deleteMany({ where: { connectionId: id } });
        return updated;
      });
    },
    remove: async (id) => {
      const [{ count }] = await database.$transaction([
        database.connection.deleteMany({ where: { id } }),
        database.schemaCache.deleteMany({ where: { connectionId: id } }),
        database.connectionAccess.deleteMany({ where: { connectionId: id } }),
        database.connectionCrash.deleteMany({ where: { connectionId: id } }),
      ]);
      return count === 1;
    },
  };
}

interface AllowedRow {
  allowed: boolean;
  id: string;
  name: string;
  description: string;
  driver: string;
  encrypted_data: Uint8Array<ArrayBuffer>;
  multi_statement_transaction_enabled: boolean;
  idle_timeout_seconds: number;
  max_rows: number | null;
  max_concurrency: number | null;
  query_timeout_seconds: number | null;
  read_only: boolean;
  worker_pool: string;
  paused_until: Date | null;
  version: number;
  source: string;
  created_at: Date;
  updated_at: Date;
}

async function findFor(database: Database, id: string, userId: string) {
  const [found] = await database.$queryRaw<AllowedRow[]>`
    select c.*, ${hasAccess(Prisma.sql`c.id`, userId)} as allowed
    from connections c where c.id = ${id}`;
  if (found === undefined) return null;
  return { allowed: found.allowed, row: rowOf(found) };
}

const rowOf = (row: AllowedRow): Connection => ({
  id: row.id,
  name: row.name,
  description: row.description,
  driver: row.driver,
  encryptedData: row.encrypted_data,
  multiStatementTransactionEnabled: row.multi_statement_transaction_enabled,
  idleTimeoutSeconds: row.idle_timeout_seconds,
  maxRows: row.max_rows,
  maxConcurrency: row.max_concurrency,
  queryTimeoutSeconds: row.query_timeout_seconds,
  readOnly: row.read_only,
  workerPool: row.worker_pool,
  pausedUntil: row.paused_until,
  version: row.version,
  source: row.source,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

async function list(database: Database, { userId, take, skip }: ConnectionFilter) {
  const page = {
    orderBy: [{ name: 'asc' }, { id: 'asc' }] satisfies Prisma.ConnectionOrderByWithRelationInput[],
    skip,
    ...(take === undefined ? {} : { take }),
  };
  if (userId === null) return database.connection.findMany(page);
  const accesses = await database.connectionAccess.findMany({
    where: { userId: { in: [userId, everyone] }, expiryDate: { gt: new Date() } },
    select: { connectionId: true },
  });
  const ids = accesses.map((access) => access.connectionId);
  if (ids.includes(everyConnection)) return database.connection.findMany(page);
  return database.connection.findMany({ ...page, where: { id: { in: ids } } });
}

/** Prisma reads an undefined value as absent, but the types (rightly) do not. */
function withoutUndefined<T extends object>(
  value: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
