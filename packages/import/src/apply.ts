import { Prisma, type Cipher, type Database, type NewAclRow } from '@sluice/database';
import type { Existing } from './plan.js';
import type { PlannedAccess } from './plan-accesses.js';
import type { PlannedConnection } from './plan-connections.js';
import type { PlannedQuery } from './plan-queries.js';
import type { PlannedUser } from './plan-users.js';

/** All rows to write. */
export interface PlannedRows {
  users: PlannedUser[];
  connections: PlannedConnection[];
  accesses: PlannedAccess[];
  queries: PlannedQuery[];
}

/** Returns what the service already has. */
export async function readExisting(database: Database): Promise<Existing> {
  const id = { id: true };
  const [users, connections, accesses, queries, acl] = await Promise.all([
    database.user.findMany({ select: { id: true, email: true, ldapId: true } }),
    database.connection.findMany({ select: id }),
    database.connectionAccess.findMany(),
    database.query.findMany({ select: id }),
    database.queryAcl.findMany({ select: id }),
  ]);
  return { users, connections, accesses, queries, acl };
}

/** A large import may take a while, but a stalled one must not hold its locks forever. */
const TRANSACTION_MS = 10 * 60_000;

/**
 * Writes all rows or none. It fails as a whole if a row was created meanwhile, so that the report is never
 * wrong.
 */
export async function writeRows(
  database: Database,
  cipher: Cipher,
  rows: PlannedRows,
): Promise<void> {
  await database.$transaction(
    async (transaction) => {
      await transaction.user.createMany({ data: rows.users });
      await transaction.connection.createMany({
        data: rows.connections.map(({ data, idleTimeoutSeconds, ...row }) => ({
          ...row,
          ...(idleTimeoutSeconds === undefined ? {} : { idleTimeoutSeconds }),
          encryptedData: cipher.encrypt(data, `connections/${row.id}`),
        })),
      });
      await transaction.connectionAccess.createMany({ data: rows.accesses.filter(hasId) });
      await transaction.query.createMany({
        data: rows.queries.map(({ acl: _, chart, ...row }) => ({
          ...row,
          chart: chart === null ? Prisma.DbNull : { ...chart },
        })),
      });
      const acl = rows.queries.flatMap(({ id: queryId, acl: shared }) =>
        shared.map((row) => ({ ...row, queryId })),
      );
      await insertAcl(transaction, acl.filter(hasId));
      // Kept ids must not be assigned again.
      await transaction.$executeRaw`
        select setval(pg_get_serial_sequence('connection_accesses', 'id'), max(id))
        from connection_accesses having max(id) is not null`;
      await transaction.$executeRaw`
        select setval(pg_get_serial_sequence('query_acl', 'id'), max(id))
        from query_acl having max(id) is not null`;
      await transaction.connectionAccess.createMany({
        data: rows.accesses.filter((row) => !hasId(row)).map(withoutId),
      });
      await transaction.queryAcl.createMany({
        data: acl.filter((row) => !hasId(row)).map(withoutId),
      });
    },
    { timeout: TRANSACTION_MS },
  );
}

/** The column generates its ids; keeping an id requires SQL that overrides it. */
async function insertAcl(
  transaction: Prisma.TransactionClient,
  rows: (NewAclRow & { id: number; queryId: string })[],
): Promise<void> {
  await transaction.$executeRaw`
    insert into query_acl (id, query_id, user_id, group_id, write)
    overriding system value
    select * from unnest(
      ${rows.map(({ id }) => id)}::int[],
      ${rows.map(({ queryId }) => queryId)}::text[],
      ${rows.map(({ userId }) => userId)}::text[],
      ${rows.map(({ groupId }) => groupId)}::text[],
      ${rows.map(({ write }) => write)}::boolean[])`;
}

const hasId = <Row extends { id: number | undefined }>(row: Row): row is Row & { id: number } =>
  row.id !== undefined;

const withoutId = <Row extends { id: number | undefined }>({
  id: _,
  ...row
}: Row): Omit<Row, 'id'> => row;
