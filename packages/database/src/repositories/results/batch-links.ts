import { roles } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows } from '../../query.js';
import type { Slice } from '../../slice.js';
import { lockBatch } from './lock-batch.js';

const batchLinkRow = z.object({
  id: z.string(),
  batchId: z.string(),
  hasPassword: z.boolean(),
  allowDownload: z.boolean(),
  maxRows: z.int().nullable(),
  createdBy: z.string(),
  expiresAt: z.date(),
  lastUsedAt: z.date().nullable(),
  createdAt: z.date(),
});

/** A public link to the rows of a batch. */
export type BatchLinkRow = z.infer<typeof batchLinkRow>;

/** A new link. */
export interface NewBatchLink extends Pick<
  BatchLinkRow,
  'id' | 'batchId' | 'allowDownload' | 'maxRows' | 'createdBy'
> {
  tokenHash: string;
  passwordHash: string | null;
  expiresInSeconds: number;
}

const openLinkRow = batchLinkRow
  .pick({ id: true, batchId: true, allowDownload: true, maxRows: true, expiresAt: true })
  .extend({
    /** Null: it needs no password. */
    passwordHash: z.string().nullable(),
    /** The user of the batch. */
    ownerId: z.string(),
    connectionId: z.string(),
    /** The user whose access to the connection the batch uses. */
    accessUserId: z.string(),
    accessUserRole: z.enum(roles),
  });

/** A link that has not ended. */
export type OpenLinkRow = z.infer<typeof openLinkRow>;

/** Public links to batches. They are deleted with their batch. */
export interface BatchLinkRepository {
  /** The links of a batch that have not expired, in the order of their creation. */
  list(page: Slice & { batchId: string }): Promise<BatchLinkRow[]>;
  create(link: NewBatchLink, maxLinks: number): Promise<BatchLinkRow | 'no_batch' | 'too_many'>;
  /** Deletes a link of this batch and returns it; null when there is none. */
  remove(batchId: string, id: string): Promise<BatchLinkRow | null>;
  /**
   * The link with this hash of its token; null when it has expired, or when the owner of the batch, the user whose
   * access the batch uses or the creator of the link is deleted or disabled.
   */
  findByToken(tokenHash: string): Promise<OpenLinkRow | null>;
  /** As `findByToken`, by the IDs of links. */
  findOpen(ids: readonly string[]): Promise<OpenLinkRow[]>;
  /** Sets the time of the last use. */
  markUsed(id: string): Promise<void>;
}

export function createBatchLinkRepository(database: Database): BatchLinkRepository {
  return {
    list: ({ batchId, take = null, skip }) =>
      queryRows(
        database,
        batchLinkRow,
        Prisma.sql`${selected(Prisma.sql`batch_links`)}
          where l.batch_id = ${batchId}::uuid and ${isActive}
          order by l.created_at, l.id limit ${take}::int offset ${skip}::int`,
      ),
    create: (link, maxLinks) =>
      database.$transaction((transaction) => create(transaction, link, maxLinks)),
    remove: async (batchId, id) =>
      (await queryRow(
        database,
        batchLinkRow,
        Prisma.sql`with removed as (
          delete from batch_links where id = ${id}::uuid and batch_id = ${batchId}::uuid
          returning *) ${selected(Prisma.sql`removed`)}`,
      )) ?? null,
    findByToken: async (tokenHash) =>
      (await queryRow(
        database,
        openLinkRow,
        Prisma.sql`${selectedOpen} where l.token_hash = ${tokenHash} and ${isOpen}`,
      )) ?? null,
    findOpen: (ids) =>
      queryRows(
        database,
        openLinkRow,
        Prisma.sql`${selectedOpen} where l.id = any(${ids}::uuid[]) and ${isOpen}`,
      ),
    markUsed: async (id) => {
      await database.$executeRaw`
        update batch_links set last_used_at = now() where id = ${id}::uuid`;
    },
  };
}

/** SQL: the link has not expired by the clock of the database. */
const isActive = Prisma.sql`l.expires_at > now()`;

const selectedOpen = Prisma.sql`
  select l.id::text, l.batch_id::text as "batchId", l.allow_download as "allowDownload",
    l.max_rows as "maxRows", l.expires_at as "expiresAt", l.password_hash as "passwordHash",
    o.id as "ownerId", b.connection_id as "connectionId", a.id as "accessUserId",
    a.role as "accessUserRole"
  from batch_links l
  join batches b on b.id = l.batch_id
  join principals o on o.id = b.user_id
  join principals a on a.id = coalesce(b.access_user_id, b.user_id)
  join principals c on c.id = l.created_by`;

/** SQL: a link of `selectedOpen` has not ended. */
const isOpen = Prisma.sql`${isActive} and not o.disabled and not a.disabled and not c.disabled`;

const selected = (from: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select l.id::text, l.batch_id::text as "batchId", l.password_hash is not null as "hasPassword",
    l.allow_download as "allowDownload", l.max_rows as "maxRows", l.created_by as "createdBy",
    l.expires_at as "expiresAt", l.last_used_at as "lastUsedAt", l.created_at as "createdAt"
  from ${from} l`;

async function create(
  transaction: Prisma.TransactionClient,
  link: NewBatchLink,
  maxLinks: number,
): Promise<BatchLinkRow | 'no_batch' | 'too_many'> {
  const { id, batchId, tokenHash, passwordHash, allowDownload, maxRows, createdBy } = link;
  if (!(await lockBatch(transaction, batchId))) return 'no_batch';
  await transaction.$executeRaw`
    delete from batch_links l where l.batch_id = ${batchId}::uuid and not ${isActive}`;
  const written = await queryRow(
    transaction,
    batchLinkRow,
    Prisma.sql`with written as (
      insert into batch_links (id, batch_id, token_hash, password_hash, allow_download, max_rows,
        created_by, expires_at)
      select ${id}::uuid, ${batchId}::uuid, ${tokenHash}, ${passwordHash}, ${allowDownload},
        ${maxRows}::int, ${createdBy}, now() + ${link.expiresInSeconds}::int * interval '1 second'
      where ${maxLinks}::int > (select count(*) from batch_links where batch_id = ${batchId}::uuid)
      returning *) ${selected(Prisma.sql`written`)}`,
  );
  return written ?? 'too_many';
}
