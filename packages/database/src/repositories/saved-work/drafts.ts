import { z } from 'zod';
import type { Cipher } from '../../cipher.js';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { isUuid } from '../../ids.js';
import { queryRow, queryRows } from '../../query.js';
import { bytesColumn, jsonColumn } from '../../rows.js';
import { tryTo } from '../../try-to.js';

const draftDetails = z.object({
  name: z.string(),
  connectionId: z.string().nullable(),
  queryId: z.string().nullable(),
  /** The entity tag of the saved query that editing started from. */
  queryEtag: z.string().nullable(),
});

const draftContent = z.object({ text: z.string(), chart: jsonColumn });

const storedHead = z.object({
  id: z.string(),
  /** A double keeps it exactly until 2^53. */
  version: z.number(),
  position: z.int(),
  bytes: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

/** A draft without its text. */
export type DraftHead = z.infer<typeof storedHead> & z.infer<typeof draftDetails>;

/** A draft: the unsaved text of an editor tab. */
export type DraftRow = DraftHead & z.infer<typeof draftContent>;

/** A draft to be written. */
export interface DraftWrite extends z.infer<typeof draftDetails> {
  id: string;
  text: string;
  chart: Prisma.InputJsonValue | null;
  position: number;
  /** The version that the text is based on; 0: the draft is new. */
  baseVersion: number;
}

/** Limits of the drafts of one user. Concurrent writes may exceed them by what they add. */
export interface DraftLimits {
  /** Maximum number; 0 disables the limit. */
  count: number;
  /** Maximum bytes of all texts; 0 disables the limit. */
  bytes: number;
}

/**
 * Result of a write. `conflict`: the stored draft has another version. `unreadable`: it has, and no passphrase decrypts
 * it. `missing`: it was deleted. `limit`: the user has too many drafts, or too long ones.
 */
export type DraftWritten =
  | { kind: 'written'; draft: DraftRow }
  | { kind: 'conflict'; draft: DraftRow }
  | { kind: 'unreadable' }
  | { kind: 'missing' }
  | { kind: 'limit' };

/** A stored draft. `unreadable`: no passphrase decrypts it. Null: there is none. */
type StoredDraft = DraftRow | 'unreadable' | null;

/** The drafts of users and service tokens, encrypted. */
export interface DraftRepository {
  /** In the order of their tabs. Drafts that no passphrase decrypts are left out. */
  list(userId: string): Promise<DraftHead[]>;
  find(userId: string, id: string): Promise<StoredDraft>;
  /** Writes a draft unless it has another version than `baseVersion`. */
  write(userId: string, draft: DraftWrite, limits: DraftLimits): Promise<DraftWritten>;
  /**
   * Deletes a draft. With `version`, only that version.
   *
   * @returns the stored draft if it has another version.
   */
  remove(
    userId: string,
    id: string,
    version: number | undefined,
  ): Promise<'removed' | 'missing' | 'unreadable' | DraftRow>;
}

const storedDraft = storedHead.extend({ details: bytesColumn, content: bytesColumn });

const storedListItem = storedHead.extend({ details: bytesColumn });

export function createDraftRepository(database: Database, cipher: Cipher): DraftRepository {
  const read = (userId: string, id: string) =>
    queryRow(
      database,
      storedDraft,
      Prisma.sql`
        select ${headColumns}, d.encrypted_details as details, d.encrypted_content as content
        from drafts d where d.user_id = ${userId} and d.id = ${id}::uuid`,
    );
  const find: DraftRepository['find'] = async (userId, id) => {
    const row = isUuid(id) ? await read(userId, id) : undefined;
    return row === undefined ? null : (opened(row, userId) ?? 'unreadable');
  };
  const opened = (
    { details, content, ...head }: z.infer<typeof storedHead> & Encrypted,
    userId: string,
  ): DraftRow | null => {
    const contexts = draftContexts(userId, head.id);
    const values = tryTo(() => ({
      ...draftDetails.parse(cipher.decrypt(details, contexts.details)),
      ...draftContent.parse(cipher.decrypt(content, contexts.content)),
    }));
    return values === null ? null : { ...head, ...values };
  };
  return {
    find,
    list: async (userId) => {
      const rows = await queryRows(
        database,
        storedListItem,
        Prisma.sql`
          select ${headColumns}, d.encrypted_details as details from drafts d
          where d.user_id = ${userId} order by d.position, d.updated_at, d.id`,
      );
      return rows.flatMap(({ details, ...head }) => {
        const context = draftContexts(userId, head.id).details;
        const values = tryTo(() => draftDetails.parse(cipher.decrypt(details, context)));
        return values === null ? [] : [{ ...head, ...values }];
      });
    },
    write: async (userId, draft, limits) => {
      const row = await queryRow(
        database,
        storedHead,
        writeSql(userId, draft, limits, encrypt(cipher, userId, draft)),
      );
      const { id, name, connectionId, queryId, queryEtag, text } = draft;
      if (row !== undefined) {
        const chart = draft.chart as Prisma.JsonValue;
        const written = { ...row, id, name, connectionId, queryId, queryEtag, text, chart };
        return { kind: 'written', draft: written };
      }
      const stored = await read(userId, id);
      if (stored === undefined) return { kind: draft.baseVersion > 0 ? 'missing' : 'limit' };
      if (stored.version === draft.baseVersion) return { kind: 'limit' };
      const conflicting = opened(stored, userId);
      return conflicting === null
        ? { kind: 'unreadable' }
        : { kind: 'conflict', draft: conflicting };
    },
    remove: async (userId, id, version) => {
      if (!isUuid(id)) return 'missing';
      const count = await database.$executeRaw`
        delete from drafts where user_id = ${userId} and id = ${id}::uuid
          and (${version ?? null}::float8 is null or version = ${version ?? null}::float8::bigint)`;
      if (count > 0) return 'removed';
      return (await find(userId, id)) ?? 'missing';
    },
  };
}

interface Encrypted {
  details: Uint8Array<ArrayBuffer>;
  content: Uint8Array<ArrayBuffer>;
}

const headColumns = Prisma.sql`
  d.id::text, d.version::float8, d.position, d.bytes, d.created_at as "createdAt",
  d.updated_at as "updatedAt"`;

/** The contexts that the columns of a draft are encrypted with. */
export const draftContexts = (userId: string, id: string) => ({
  details: `drafts/${userId}/${id}/details`,
  content: `drafts/${userId}/${id}/content`,
});

function encrypt(
  cipher: Cipher,
  userId: string,
  { id, name, connectionId, queryId, queryEtag, text, chart }: DraftWrite,
): Encrypted {
  const contexts = draftContexts(userId, id);
  return {
    details: cipher.encrypt({ name, connectionId, queryId, queryEtag }, contexts.details),
    content: cipher.encrypt({ text, chart }, contexts.content),
  };
}

/** The insert or update; it changes no row on a conflict and beyond a limit. */
function writeSql(
  userId: string,
  { id, text, position, baseVersion }: DraftWrite,
  limits: DraftLimits,
  { details, content }: Encrypted,
): Prisma.Sql {
  const bytes = Buffer.byteLength(text);
  const others = Prisma.sql`
    (select count(*) as count, coalesce(sum(o.bytes), 0) as bytes from drafts o
      where o.user_id = ${userId} and o.id <> ${id}::uuid) others`;
  const fits = Prisma.sql`
    (${limits.bytes}::float8 = 0 or others.bytes + ${bytes}::integer <= ${limits.bytes}::float8)`;
  if (baseVersion > 0) {
    // A user beyond a limit, which may have been lowered, can still make drafts shorter.
    return Prisma.sql`
      update drafts d
      set version = nextval('draft_versions'), position = ${position}, bytes = ${bytes},
        encrypted_details = ${details}, encrypted_content = ${content}, updated_at = now()
      from ${others}
      where d.user_id = ${userId} and d.id = ${id}::uuid and d.version = ${baseVersion}::float8::bigint
        and (${fits} or ${bytes}::integer <= d.bytes)
      returning ${headColumns}`;
  }
  return Prisma.sql`
    insert into drafts as d (user_id, id, position, bytes, encrypted_details, encrypted_content)
    select ${userId}, ${id}::uuid, ${position}::integer, ${bytes}::integer, ${details}, ${content}
    from ${others}
    where ${fits} and (${limits.count}::integer = 0 or others.count < ${limits.count}::integer)
    on conflict do nothing
    returning ${headColumns}`;
}
