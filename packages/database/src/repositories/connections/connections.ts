import type { ConnectionSource, EnvironmentColor } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma, type Connection } from '../../generated/client.js';
import { queryRow } from '../../query.js';
import { bytesColumn } from '../../rows.js';
import type { Slice } from '../../slice.js';
import { everyConnection, everyone, hasAccess } from './accesses.js';

export type ConnectionRow = Connection;

/** A new connection. Undefined fields get their default. */
export interface NewConnection extends ConnectionSettings {
  id: string;
  name: string;
  driver: string;
  encryptedData: Uint8Array<ArrayBuffer>;
  /** `stored` unless given. */
  source?: ConnectionSource | undefined;
}

/** The settings of a connection, without its driver's fields. */
export interface ConnectionSettings {
  description?: string | undefined;
  multiStatementTransactionEnabled?: boolean | undefined;
  idleTimeoutSeconds?: number | undefined;
  maxRows?: number | null | undefined;
  maxConcurrency?: number | null | undefined;
  queryTimeoutSeconds?: number | null | undefined;
  readOnly?: boolean | undefined;
  workerPool?: string | undefined;
  environment?: string | undefined;
  environmentColor?: EnvironmentColor | undefined;
}

/** Changes of a connection. Undefined fields keep their value. */
export interface ConnectionChange extends ConnectionSettings {
  name?: string | undefined;
  driver?: string | undefined;
  encryptedData?: Uint8Array<ArrayBuffer> | undefined;
}

/** A page of the list of connections, ordered by name. */
export interface ConnectionFilter extends Slice {
  /** Only connections that this principal has access to; null: all connections. */
  userId: string | null;
  /** Only these; undefined: all. */
  ids?: readonly string[] | undefined;
}

/** Connections. Their data is encrypted with the context `connections/<id>`. */
export interface ConnectionRepository {
  find(id: string): Promise<Connection | null>;
  /** As `find`, with whether the principal has an access row. One query. */
  findFor(id: string, userId: string): Promise<{ row: Connection; allowed: boolean } | null>;
  list(filter: ConnectionFilter): Promise<Connection[]>;
  /** IDs of the connections that environment variables define. */
  idsFromEnvironment(): Promise<string[]>;
  /** Null when the ID is taken. */
  create(connection: NewConnection): Promise<Connection | null>;
  /**
   * Changes a connection and ends its pause. Null when the row was deleted or has another version: read it again.
   */
  update(id: string, version: number, change: ConnectionChange): Promise<Connection | null>;
  /**
   * Deletes a connection with its cached schemas, access rows and crashes, which a later connection with the same ID must
   * not inherit. False when there is none.
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

const allowedRow = z.object({
  allowed: z.boolean(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  driver: z.string(),
  encryptedData: bytesColumn,
  multiStatementTransactionEnabled: z.boolean(),
  idleTimeoutSeconds: z.int(),
  maxRows: z.int().nullable(),
  maxConcurrency: z.int().nullable(),
  queryTimeoutSeconds: z.int().nullable(),
  readOnly: z.boolean(),
  workerPool: z.string(),
  environment: z.string(),
  environmentColor: z.string(),
  pausedUntil: z.date().nullable(),
  version: z.int(),
  source: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

async function findFor(database: Database, id: string, userId: string) {
  const found = await queryRow(
    database,
    allowedRow,
    Prisma.sql`
      select c.id, c.name, c.description, c.driver, c.encrypted_data as "encryptedData",
        c.multi_statement_transaction_enabled as "multiStatementTransactionEnabled",
        c.idle_timeout_seconds as "idleTimeoutSeconds", c.max_rows as "maxRows",
        c.max_concurrency as "maxConcurrency", c.query_timeout_seconds as "queryTimeoutSeconds",
        c.read_only as "readOnly", c.worker_pool as "workerPool", c.paused_until as "pausedUntil",
        c.environment, c.environment_color as "environmentColor",
        c.version, c.source, c.created_at as "createdAt", c.updated_at as "updatedAt",
        ${hasAccess(Prisma.sql`c.id`, userId)} as allowed
      from connections c where c.id = ${id}`,
  );
  if (found === undefined) return null;
  const { allowed, ...row } = found;
  return { allowed, row };
}

async function list(database: Database, { userId, ids, take, skip }: ConnectionFilter) {
  const page = {
    orderBy: [{ name: 'asc' }, { id: 'asc' }] satisfies Prisma.ConnectionOrderByWithRelationInput[],
    skip,
    ...(take === undefined ? {} : { take }),
  };
  const among = ids === undefined ? {} : { AND: { id: { in: [...ids] } } };
  if (userId === null) return database.connection.findMany({ ...page, where: among });
  const accesses = await database.connectionAccess.findMany({
    where: { userId: { in: [userId, everyone] }, expiryDate: { gt: new Date() } },
    select: { connectionId: true },
  });
  const allowed = accesses.map((access) => access.connectionId);
  const where = allowed.includes(everyConnection) ? among : { ...among, id: { in: allowed } };
  return database.connection.findMany({ ...page, where });
}

/** Prisma treats an undefined value as absent; its types do not allow one. */
function withoutUndefined<T extends object>(
  value: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
