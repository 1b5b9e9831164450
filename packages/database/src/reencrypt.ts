import type { Cipher } from './cipher.js';
import type { Database } from './client.js';
import { draftContexts } from './repositories/saved-work/drafts.js';
import { versionContext } from './repositories/saved-work/query-versions.js';
import { tryTo } from './try-to.js';

/** Numbers of rows by the result of {@link reencryptStoredData}. */
export interface Reencrypted {
  /** Rows that are now encrypted with the current passphrase. */
  renewed: number;
  /** Rows that already were. */
  unchanged: number;
  /** Rows that no passphrase decrypts: IDs of connections, whose secrets must be entered again, and of other rows. */
  unreadable: string[];
}

/** The results by kind of data. */
export interface ReencryptedData {
  connections: Reencrypted;
  drafts: Reencrypted;
  queryVersions: Reencrypted;
}

/** A row with encrypted columns. */
interface EncryptedRow {
  /** Names it in the report. */
  id: string;
  columns: { bytes: Uint8Array; context: string }[];
  /** Replaces the columns, in their order, unless the row has changed. @returns how many rows changed. */
  replace(renewed: Uint8Array<ArrayBuffer>[]): Promise<number>;
}

/** Drafts hold up to megabytes. */
const CHUNK_SIZE = 20;

/**
 * Encrypts the data of all connections, drafts and query versions with the current passphrase. It may run while the
 * service runs, and again. A row that is changed meanwhile is skipped. Sessions and caches stay valid, because no other
 * column changes.
 */
export async function reencryptStoredData(
  database: Database,
  cipher: Cipher,
): Promise<ReencryptedData> {
  return {
    connections: await reencrypt(connectionRows(database), cipher),
    drafts: await reencrypt(draftRows(database), cipher),
    queryVersions: await reencrypt(versionRows(database), cipher),
  };
}

async function reencrypt(rows: AsyncIterable<EncryptedRow>, cipher: Cipher): Promise<Reencrypted> {
  const result: Reencrypted = { renewed: 0, unchanged: 0, unreadable: [] };
  for await (const { id, columns, replace } of rows) {
    if (columns.every(({ bytes }) => cipher.isCurrent(bytes))) {
      result.unchanged += 1;
      continue;
    }
    const renewed = tryTo(() =>
      columns.map(({ bytes, context }) => cipher.encrypt(cipher.decrypt(bytes, context), context)),
    );
    if (renewed === null) result.unreadable.push(id);
    else result.renewed += await replace(renewed);
  }
  return result;
}

async function* connectionRows(database: Database): AsyncGenerator<EncryptedRow> {
  const ids = await database.connection.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  for (const { id } of ids) {
    const row = await database.connection.findUnique({ where: { id } });
    if (row === null) continue;
    const { encryptedData } = row;
    yield {
      id,
      columns: [{ bytes: encryptedData, context: `connections/${id}` }],
      // Prisma would also set updated_at, which ends the connection's sessions and caches.
      replace: ([renewed]) => database.$executeRaw`
        update connections set encrypted_data = ${renewed}
        where id = ${id} and encrypted_data = ${encryptedData}`,
    };
  }
}

async function* draftRows(database: Database): AsyncGenerator<EncryptedRow> {
  for (let last: { userId: string; id: string } | undefined; ;) {
    const rows = await database.draft.findMany({
      orderBy: [{ userId: 'asc' }, { id: 'asc' }],
      take: CHUNK_SIZE,
      ...(last === undefined
        ? {}
        : {
            where: {
              OR: [{ userId: { gt: last.userId } }, { userId: last.userId, id: { gt: last.id } }],
            },
          }),
    });
    for (const { userId, id, version, encryptedDetails, encryptedContent } of rows) {
      const contexts = draftContexts(userId, id);
      yield {
        id: `drafts/${id}`,
        columns: [
          { bytes: encryptedDetails, context: contexts.details },
          { bytes: encryptedContent, context: contexts.content },
        ],
        replace: ([details, content]) => database.$executeRaw`
          update drafts set encrypted_details = ${details}, encrypted_content = ${content}
          where user_id = ${userId} and id = ${id}::uuid and version = ${version}`,
      };
    }
    last = rows.at(-1);
    if (rows.length < CHUNK_SIZE) return;
  }
}

async function* versionRows(database: Database): AsyncGenerator<EncryptedRow> {
  for (let last: { queryId: string; number: number } | undefined; ;) {
    const rows = await database.queryVersion.findMany({
      orderBy: [{ queryId: 'asc' }, { number: 'asc' }],
      take: CHUNK_SIZE,
      ...(last === undefined
        ? {}
        : {
            where: {
              OR: [
                { queryId: { gt: last.queryId } },
                { queryId: last.queryId, number: { gt: last.number } },
              ],
            },
          }),
    });
    for (const { queryId, number, encryptedContent } of rows) {
      const context = versionContext(queryId, number);
      yield {
        id: context,
        columns: [{ bytes: encryptedContent, context }],
        replace: ([renewed]) => database.$executeRaw`
          update query_versions set encrypted_content = ${renewed}
          where query_id = ${queryId} and number = ${number}`,
      };
    }
    last = rows.at(-1);
    if (rows.length < CHUNK_SIZE) return;
  }
}
