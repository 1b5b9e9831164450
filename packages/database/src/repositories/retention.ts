import type { Database } from '../client.js';

/** A stored result by its statement. */
export interface StoredPath {
  statementId: string;
  resultsPath: string;
}

/** A row that names a result. */
export interface NamedResult extends StoredPath {
  /** Whether its file was found to be missing before. */
  isLost: boolean;
}

/** Ends the life of results and batches, a slice at a time. Rows first: files go after them. */
export interface RetentionRepository {
  /**
   * Takes expired results away from clients.
   *
   * @returns the paths of their files, at most `limit`.
   */
  expireResults(limit: number): Promise<string[]>;
  /**
   * Deletes final batches older than `maxAgeMs` whose results have expired, with their statements.
   *
   * @returns how many, at most `limit`, and the paths that their rows still named.
   */
  deleteBatches(maxAgeMs: number, limit: number): Promise<{ count: number; paths: string[] }>;
  /** Those that no row names, and that no running statement may yet name. */
  findOrphans(stored: StoredPath[]): Promise<string[]>;
  /** Rows that name a result which has not expired, at most `limit`, in the order of their ids. */
  namedResults(afterStatementId: string | null, limit: number): Promise<NamedResult[]>;
  /** Notes whether the files of these rows are lost; gives how many rows changed. */
  markLost(results: StoredPath[], isLost: boolean): Promise<number>;
  /** Deletes ended sessions, sign-ins that nobody finished, and counts of failed ones; gives how many rows. */
  deleteEndedSignIns(): Promise<number>;
  /** Deletes events of the audit record older than `maxAgeMs`; gives how many, at most `limit`. */
  deleteAuditEvents(maxAgeMs: number, limit: number): Promise<number>;
}

/** Retention of the service's own database; any process may run it, also several at once. */
export function createRetentionRepository(database: Database): RetentionRepository {
  return {
    expireResults: async (limit) => {
      const rows = await database.$queryRaw<{ path: string }[]>`
        with expired as (
          select id, batch_id, results_path from statements
          where results_path is not null and expires_at < now()
          order by expires_at limit ${limit}
          for update skip locked
        ), cleared as (
          update statements set results_path = null, updated_at = now()
          from expired where statements.id = expired.id
        ), changed as (
          update batches set version = version + 1, updated_at = now()
          where id in (select batch_id from expired)
        )
        select results_path as path from expired`;
      return rows.map((row) => row.path);
    },
    deleteBatches: async (maxAgeMs, limit) => {
      const [row] = await database.$queryRaw<{ count: number; paths: string[] }[]>`
        with old as (
          select id from batches b
          where status <> 'started' and created_at < now() - ${maxAgeMs} * interval '1 millisecond'
            and not exists (
              select from statements s
              where s.batch_id = b.id and s.results_path is not null and s.expires_at > now())
          order by created_at limit ${limit}
          for update skip locked
        ), paths as (
          select results_path from statements
          where batch_id in (select id from old) and results_path is not null
        ), deleted as (
          delete from batches where id in (select id from old) returning true
        )
        select (select count(*)::int from deleted) as count,
          array(select results_path from paths) as paths`;
      return row ?? { count: 0, paths: [] };
    },
    findOrphans: async (stored) => {
      const rows = await database.$queryRaw<{ path: string }[]>`
        select f.path
        from unnest(${stored.map((each) => each.statementId)}::uuid[],
          ${stored.map((each) => each.resultsPath)}::text[]) as f (id, path)
        where not exists (
          select from statements s
          where s.id = f.id and (s.results_path = f.path or s.status in ('queued', 'started')))`;
      return rows.map((row) => row.path);
    },
    namedResults: (afterStatementId, limit) => database.$queryRaw<NamedResult[]>`
      select id::text as "statementId", results_path as "resultsPath",
        results_lost_at is not null as "isLost"
      from statements
      where results_path is not null and expires_at > now()
        and (${afterStatementId}::uuid is null or id > ${afterStatementId}::uuid)
      order by id limit ${limit}`,
    markLost: async (results, isLost) => {
      const rows = await database.$queryRaw<unknown[]>`
        with marked as (
          update statements s
          set results_lost_at = case when ${isLost} then now() end, updated_at = now()
          from unnest(${results.map((each) => each.statementId)}::uuid[],
            ${results.map((each) => each.resultsPath)}::text[]) as f (id, path)
          where s.id = f.id and s.results_path = f.path
            and (s.results_lost_at is null) = ${isLost}
          returning s.id, s.batch_id
        ), changed as (
          update batches set version = version + 1, updated_at = now()
          where id in (select batch_id from marked)
        )
        select id from marked`;
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
  };
}
