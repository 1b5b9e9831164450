import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows, sqlQuery } from '../../query.js';
import { idRow } from '../../rows.js';

/** A result file and its statement. */
export interface StoredPath {
  statementId: string;
  resultsPath: string;
}

const pathRow = z.object({ path: z.string() });
const deletedRow = z.object({ count: z.int(), paths: z.array(z.string()) });
const namedResult = z.object({
  statementId: z.string(),
  resultsPath: z.string(),
  /** The file was found to be missing earlier. */
  isLost: z.boolean(),
});

/** A statement's row that names a result file. */
export type NamedResult = z.infer<typeof namedResult>;

/** Retention of results, batches, audit events, drafts and query versions, in slices. Rows are deleted before files. */
export interface RetentionRepository {
  /**
   * Removes expired results from their statements.
   *
   * @returns the paths of their files, at most `limit`.
   */
  expireResults(limit: number): Promise<string[]>;
  /**
   * Deletes final batches that are older than `maxAgeMs` and whose results have expired, with their statements.
   *
   * @returns how many, at most `limit`, and the paths of the result files that they still named.
   */
  deleteBatches(maxAgeMs: number, limit: number): Promise<{ count: number; paths: string[] }>;
  /** The paths of files that no row names and that no unfinished statement can name later. */
  findOrphans(stored: StoredPath[]): Promise<string[]>;
  /** Rows that name an unexpired result, at most `limit`, in the order of their IDs. */
  namedResults(afterStatementId: string | null, limit: number): Promise<NamedResult[]>;
  /** Records whether the files of these rows are lost. @returns how many rows changed. */
  markLost(results: StoredPath[], isLost: boolean): Promise<number>;
  /** Deletes expired sessions, unfinished sign-ins and counts of failed sign-ins. @returns how many rows. */
  deleteEndedSignIns(): Promise<number>;
  /** Deletes events of the audit log older than `maxAgeMs`. @returns how many, at most `limit`. */
  deleteAuditEvents(maxAgeMs: number, limit: number): Promise<number>;
  /** Deletes drafts that were last changed more than `maxAgeMs` ago. @returns how many, at most `limit`. */
  deleteDrafts(maxAgeMs: number, limit: number): Promise<number>;
  /**
   * Deletes versions of saved queries beyond the newest `keep`, and those older than `maxAgeMs`. The newest version of a
   * query stays.
   *
   * @returns how many, at most twice `limit`.
   */
  deleteQueryVersions(kept: { keep: number; maxAgeMs: number }, limit: number): Promise<number>;
}

/** Several processes may run it at the same time. */
export function createRetentionRepository(database: Database): RetentionRepository {
  return {
    expireResults: async (limit) =>
      pathsOf(await queryRows(database, pathRow, sqlQuery('expireResults', { limit }))),
    deleteBatches: async (maxAgeMs, limit) => {
      const query = sqlQuery('deleteOldBatches', { maxAgeMs, limit });
      return (await queryRow(database, deletedRow, query)) ?? { count: 0, paths: [] };
    },
    findOrphans: async (stored) =>
      pathsOf(
        await queryRows(
          database,
          pathRow,
          Prisma.sql`
            select f.path
            from unnest(${stored.map((each) => each.statementId)}::uuid[],
              ${stored.map((each) => each.resultsPath)}::text[]) as f (id, path)
            where not exists (
              select from statements s
              where s.id = f.id and (s.results_path = f.path or s.status in ('queued', 'started')))`,
        ),
      ),
    namedResults: (afterStatementId, limit) =>
      queryRows(
        database,
        namedResult,
        Prisma.sql`
          select id::text as "statementId", results_path as "resultsPath",
            results_lost_at is not null as "isLost"
          from statements
          where results_path is not null and expires_at > now()
            and (${afterStatementId}::uuid is null or id > ${afterStatementId}::uuid)
          order by id limit ${limit}`,
      ),
    markLost: async (results, isLost) => {
      const rows = await queryRows(
        database,
        idRow,
        sqlQuery('markLostResults', {
          isLost,
          statementIds: results.map((each) => each.statementId),
          paths: results.map((each) => each.resultsPath),
        }),
      );
      return rows.length;
    },
    deleteEndedSignIns: async () => {
      const counts = await Promise.all([
        database.$executeRaw`delete from sessions where expires_at < now()`,
        database.$executeRaw`delete from pending_sign_ins where expires_at < now()`,
        database.$executeRaw`delete from used_assertions where expires_at < now()`,
        database.$executeRaw`
          delete from sign_in_failures
          where ends_at < now() and coalesce(known_until, now()) <= now()`,
      ]);
      return counts.reduce((sum, count) => sum + count, 0);
    },
    deleteAuditEvents: (maxAgeMs, limit) =>
      database.$executeRaw`
        delete from audit_events where id in (
          select id from audit_events
          where at < now() - ${maxAgeMs} * interval '1 millisecond'
          order by at limit ${limit})`,
    deleteDrafts: (maxAgeMs, limit) =>
      database.$executeRaw`
        delete from drafts where (user_id, id) in (
          select user_id, id from drafts
          where updated_at < now() - ${maxAgeMs} * interval '1 millisecond'
          order by updated_at limit ${limit})`,
    deleteQueryVersions: async ({ keep, maxAgeMs }, limit) => {
      const surplus = await database.$executeRaw`
        delete from query_versions where (query_id, number) in (
          select query_id, number from (
            select query_id, number,
              row_number() over (partition by query_id order by number desc) as place
            from query_versions) placed
          where place > ${keep} limit ${limit})`;
      const old = await database.$executeRaw`
        delete from query_versions where (query_id, number) in (
          select query_id, number from query_versions v
          where created_at < now() - ${maxAgeMs} * interval '1 millisecond'
            and exists (
              select from query_versions newer
              where newer.query_id = v.query_id and newer.number > v.number)
          order by created_at limit ${limit})`;
      return surplus + old;
    },
  };
}

const pathsOf = (rows: { path: string }[]): string[] => rows.map(({ path }) => path);
