import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Cipher } from '../../cipher.js';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows } from '../../query.js';
import { bytesColumn, jsonColumn } from '../../rows.js';
import type { Slice } from '../../slice.js';
import { tryTo } from '../../try-to.js';
import { namedPrincipal, namedPrincipalRow } from './named-principal.js';

const versionHead = z.object({
  number: z.int(),
  createdBy: z.string(),
  /** Null when the author was deleted. */
  createdByUser: namedPrincipalRow.nullable(),
  createdAt: z.date(),
  /** The number of the restored version; null for a save. */
  restoredFrom: z.int().nullable(),
  /** Bytes of the text in UTF-8. */
  bytes: z.int(),
});

/** A version of a saved query, without its text. */
export type QueryVersionHead = z.infer<typeof versionHead>;

const versionContent = z.object({
  queryText: z.string(),
  /** Absent in versions of an older service. */
  parameters: z.array(z.unknown()).default([]),
  chart: jsonColumn,
});

/** Text, parameters and chart of a version. */
export type QueryVersionContent = z.infer<typeof versionContent>;

/** A version of a saved query. */
export type QueryVersionRow = QueryVersionHead & QueryVersionContent;

/** The versions of saved queries, which the writes of `QueryRepository` and `QuerySeedRepository` record. */
export interface QueryVersionRepository {
  /** Newest first. */
  list(queryId: string, slice: Slice): Promise<QueryVersionHead[]>;
  /** `unreadable`: no passphrase decrypts it. */
  find(queryId: string, number: number): Promise<QueryVersionRow | 'unreadable' | null>;
}

const encryptedVersion = versionHead.extend({ encrypted: bytesColumn });

export function createQueryVersionRepository(
  database: Database,
  cipher: Cipher,
): QueryVersionRepository {
  return {
    list: (queryId, { take, skip }) =>
      queryRows(
        database,
        versionHead,
        Prisma.sql`
          select ${headColumns} from query_versions v where v.query_id = ${queryId}
          order by v.number desc limit ${take ?? null}::bigint offset ${skip}`,
      ),
    find: async (queryId, number) => {
      const row = await queryRow(
        database,
        encryptedVersion,
        Prisma.sql`
          select ${headColumns}, v.encrypted_content as encrypted from query_versions v
          where v.query_id = ${queryId} and v.number = ${number}`,
      );
      if (row === undefined) return null;
      const { encrypted, ...head } = row;
      const content = tryTo(() => cipher.decrypt(encrypted, versionContext(queryId, number)));
      return content === null ? 'unreadable' : { ...head, ...versionContent.parse(content) };
    },
  };
}

const headColumns = Prisma.sql`
  v.number, v.created_by as "createdBy", v.created_at as "createdAt", v.bytes,
  v.restored_from as "restoredFrom",
  ${namedPrincipal(Prisma.sql`v.created_by`)} as "createdByUser"`;

/** The context that a version is encrypted with. */
export const versionContext = (queryId: string, number: number): string =>
  `query-versions/${queryId}/${number}`;

/** The parts of a saved query that a version is made of. */
interface VersionSource {
  id: string;
  version: number;
  queryText: string;
  parameters: unknown;
  chart: unknown;
  updatedBy: string;
  updatedAt: Date;
}

/**
 * Records the version that a write of a query makes, in the same transaction. A write that leaves text, parameters and
 * chart unchanged makes no version. The text before the write is recorded too if it is not the newest version: a previous
 * version of the service or the import wrote it.
 */
export async function recordVersion(
  transaction: Prisma.TransactionClient,
  cipher: Cipher,
  {
    before,
    after,
    restoredFrom,
  }: {
    /** Null: the query is new. */
    before: VersionSource | null;
    after: VersionSource;
    restoredFrom?: number | undefined;
  },
): Promise<void> {
  if (before !== null) {
    const isSame = isDeepStrictEqual(contentOf(before), contentOf(after));
    if (isSame && restoredFrom === undefined) return;
    const newest = await newestContent(transaction, cipher, before.id);
    if (!isDeepStrictEqual(newest, contentOf(before))) await insert(transaction, cipher, before);
  }
  await insert(transaction, cipher, after, restoredFrom);
}

const contentOf = ({ queryText, parameters, chart }: VersionSource): QueryVersionContent =>
  versionContent.parse({ queryText, parameters, chart: chart ?? null });

/** Null when there is none, or no passphrase decrypts it. */
async function newestContent(
  transaction: Prisma.TransactionClient,
  cipher: Cipher,
  queryId: string,
): Promise<QueryVersionContent | null> {
  const newest = await transaction.queryVersion.findFirst({
    where: { queryId },
    orderBy: { number: 'desc' },
    select: { number: true, encryptedContent: true },
  });
  // A lost passphrase must not prevent saving.
  return newest === null
    ? null
    : tryTo(() => {
        const context = versionContext(queryId, newest.number);
        return versionContent.parse(cipher.decrypt(newest.encryptedContent, context));
      });
}

async function insert(
  transaction: Prisma.TransactionClient,
  cipher: Cipher,
  source: VersionSource,
  restoredFrom?: number,
): Promise<void> {
  const { id, version, queryText, updatedBy, updatedAt } = source;
  const encrypted = cipher.encrypt(contentOf(source), versionContext(id, version));
  await transaction.$executeRaw`
    insert into query_versions
      (query_id, number, created_by, restored_from, bytes, encrypted_content, created_at)
    values (${id}, ${version}, ${updatedBy}, ${restoredFrom ?? null}::integer,
      ${Buffer.byteLength(queryText)}, ${encrypted}, ${updatedAt})
    on conflict do nothing`;
}
