import { roles } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows } from '../../query.js';
import type { Slice } from '../../slice.js';
import { everyone } from '../connections/accesses.js';
import { namedPrincipal, namedPrincipalRow } from '../saved-work/named-principal.js';
import { lockBatch } from './lock-batch.js';

const batchShareRow = z.object({
  id: z.string(),
  batchId: z.string(),
  userId: z.string().nullable(),
  groupId: z.string().nullable(),
  /** Null for a group. */
  user: namedPrincipalRow.nullable(),
  createdBy: z.string(),
  expiresAt: z.date().nullable(),
  createdAt: z.date(),
});

/** A share of a batch with a user, a service token or a group. */
export type BatchShareRow = z.infer<typeof batchShareRow>;

/** A new share. Exactly one of `userId` and `groupId` is set. */
export interface NewBatchShare extends Pick<
  BatchShareRow,
  'id' | 'batchId' | 'userId' | 'groupId' | 'createdBy'
> {
  /** Null: it does not expire. */
  expiresInSeconds: number | null;
}

/** A batch and a user or service token that wants to read it. */
export interface BatchReader {
  batchId: string;
  userId: string;
}

const shareGrantRow = z.object({
  batchId: z.string(),
  /** The user of the batch. */
  ownerId: z.string(),
  /** The user whose access to the connection the batch uses. */
  accessUserId: z.string(),
  accessUserRole: z.enum(roles),
});

/** The right to read a batch on the access of another user. */
export type ShareGrant = z.infer<typeof shareGrantRow>;

/** Shares of batches. They are deleted with their batch. */
export interface BatchShareRepository {
  /** The owner and the connection of a batch; null when there is no batch. */
  batch(id: string): Promise<{ userId: string; connectionId: string } | null>;
  /** The shares of a batch that have not expired, in the order of their creation. */
  list(page: Slice & { batchId: string }): Promise<BatchShareRow[]>;
  /** Creates a share, or replaces the expiry of the one with the same user or group. */
  create(share: NewBatchShare, maxShares: number): Promise<BatchShareRow | 'no_batch' | 'too_many'>;
  /** Deletes a share of this batch and returns it; null when there is none. */
  remove(batchId: string, id: string): Promise<BatchShareRow | null>;
  /**
   * The grant of each reader at this moment, in order; null without one. The user of a batch that uses the access of
   * another user, and those who reused it, read it by a grant of that user. `tenantPath` is the path of the tenant in
   * the data of users; null: all users are one tenant. One query.
   */
  grants(
    readers: readonly BatchReader[],
    tenantPath: string[] | null,
  ): Promise<(ShareGrant | null)[]>;
}

const sharedBatchRow = z.object({ userId: z.string(), connectionId: z.string() });

const grantRow = z.object({ grant: shareGrantRow.nullable() });

export function createBatchShareRepository(database: Database): BatchShareRepository {
  return {
    batch: async (id) =>
      (await queryRow(
        database,
        sharedBatchRow,
        Prisma.sql`
          select user_id as "userId", connection_id as "connectionId" from batches
          where id = ${id}::uuid`,
      )) ?? null,
    list: ({ batchId, take = null, skip }) =>
      queryRows(
        database,
        batchShareRow,
        Prisma.sql`${selected(Prisma.sql`batch_shares`)}
          where s.batch_id = ${batchId}::uuid and ${isActive}
          order by s.created_at, s.id limit ${take}::int offset ${skip}::int`,
      ),
    create: (share, maxShares) =>
      database.$transaction((transaction) => create(transaction, share, maxShares)),
    remove: async (batchId, id) =>
      (await queryRow(
        database,
        batchShareRow,
        Prisma.sql`with removed as (
          delete from batch_shares where id = ${id}::uuid and batch_id = ${batchId}::uuid
          returning *) ${selected(Prisma.sql`removed`)}`,
      )) ?? null,
    grants: async (readers, tenantPath) => {
      const rows = await queryRows(
        database,
        grantRow,
        Prisma.sql`
          select (
            select ${grantOf} from batch_shares s ${joinParties(Prisma.sql`readers.user_id`)}
            where s.batch_id = readers.batch_id and ${isGranted(tenantPath)}
            union all
            select ${grantOf} from batches b
            join principals o on o.id = b.user_id and not o.disabled
            join principals a on a.id = b.access_user_id and not a.disabled
            where b.id = readers.batch_id and b.user_id = readers.user_id
            union all
            select ${grantOf} from batch_reuses s ${joinParties(Prisma.sql`readers.user_id`)}
            where s.batch_id = readers.batch_id and s.user_id = readers.user_id
              and b.access_user_id is not null and ${areActive(tenantPath)}
            limit 1) as grant
          from unnest(${readers.map((each) => each.batchId)}::uuid[],
            ${readers.map((each) => each.userId)}::text[])
            with ordinality as readers (batch_id, user_id, place)
          order by readers.place`,
      );
      return rows.map(({ grant }) => grant);
    },
  };
}

/** SQL of the IDs of the batches that are shared with a user now. */
export const sharedWith = (userId: string, tenantPath: string[] | null): Prisma.Sql => Prisma.sql`
  select s.batch_id from batch_shares s ${joinParties(Prisma.sql`${userId}::text`)}
  where ${isGranted(tenantPath)}`;

const grantOf = Prisma.sql`
  json_build_object('batchId', b.id, 'ownerId', o.id, 'accessUserId', a.id, 'accessUserRole', a.role)`;

/**
 * SQL that joins the batch `b`, its owner `o`, the user `a` whose access it uses, and the reader `r`
 * to the share `s`.
 */
const joinParties = (readerId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  join batches b on b.id = s.batch_id
  join principals o on o.id = b.user_id
  join principals a on a.id = coalesce(b.access_user_id, b.user_id)
  join principals r on r.id = ${readerId}`;

/** SQL: the share has not expired by the clock of the database. */
const isActive = Prisma.sql`(s.expires_at is null or s.expires_at > now())`;

/** SQL: the share of {@link joinParties} lets the reader read the batch. */
const isGranted = (tenantPath: string[] | null): Prisma.Sql => Prisma.sql`
  (s.user_id = r.id or s.group_id = ${everyone}) and ${isActive}
  and r.id <> o.id and ${areActive(tenantPath)}`;

/**
 * SQL: the parties of {@link joinParties} are active, and the owner and the reader are in one tenant. Tenants are
 * compared at each read, because a user can be moved to another one.
 */
const areActive = (tenantPath: string[] | null): Prisma.Sql => Prisma.sql`
  not o.disabled and not a.disabled and not r.disabled
  and (${tenantPath}::text[] is null
    or coalesce(nullif(o.data #>> ${tenantPath}::text[], ''), o.id)
      = coalesce(nullif(r.data #>> ${tenantPath}::text[], ''), r.id))`;

const selected = (from: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select s.id::text, s.batch_id::text as "batchId", s.user_id as "userId", s.group_id as "groupId",
    ${namedPrincipal(Prisma.sql`s.user_id`)} as "user", s.created_by as "createdBy",
    s.expires_at as "expiresAt", s.created_at as "createdAt"
  from ${from} s`;

async function create(
  transaction: Prisma.TransactionClient,
  { id, batchId, userId, groupId, createdBy, expiresInSeconds }: NewBatchShare,
  maxShares: number,
): Promise<BatchShareRow | 'no_batch' | 'too_many'> {
  if (!(await lockBatch(transaction, batchId))) return 'no_batch';
  await transaction.$executeRaw`
    delete from batch_shares s where s.batch_id = ${batchId}::uuid and not ${isActive}`;
  const grantee = Prisma.raw(userId === null ? 'group_id' : 'user_id');
  const written = await queryRow(
    transaction,
    batchShareRow,
    Prisma.sql`with written as (
      insert into batch_shares (id, batch_id, user_id, group_id, created_by, expires_at)
      select ${id}::uuid, ${batchId}::uuid, ${userId}, ${groupId}, ${createdBy},
        now() + ${expiresInSeconds}::int * interval '1 second'
      where ${maxShares}::int > (
        select count(*) from batch_shares
        where batch_id = ${batchId}::uuid and ${grantee} is distinct from ${userId ?? groupId})
      on conflict (batch_id, ${grantee}) do update
        set expires_at = excluded.expires_at, created_by = excluded.created_by
      returning *) ${selected(Prisma.sql`written`)}`,
  );
  return written ?? 'too_many';
}
