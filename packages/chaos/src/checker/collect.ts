import { CHECKER_NAME, queryOnce } from '../world/postgres-server.js';
import type { StoredResults } from '../world/stored-results.js';
import type {
  BatchEvidence,
  ClientEntry,
  Effect,
  Evidence,
  FaultTime,
  FinalRowChange,
  StatementEvidence,
} from './evidence.js';

/** The sources of the evidence. */
export interface EvidenceSource {
  databaseUrl: string;
  targetUrl: string;
  results: StoredResults;
}

/** Facts that only the run itself knows. */
export interface RunLog {
  clients: ClientEntry[];
  faults: FaultTime[];
  finalWithinMs: number;
}

/** Reads everything that a run left. */
export async function collect(scene: EvidenceSource, log: RunLog): Promise<Evidence> {
  const { databaseUrl, targetUrl } = scene;
  const [batches, statements, finalRowChanges, effects, runningQueries, files] = await Promise.all([
    queryOnce<BatchEvidence>(
      databaseUrl,
      'select id, status, stop_time as "stopTime" from batches',
    ),
    queryOnce<StatementEvidence>(databaseUrl, statementsSql),
    queryOnce<FinalRowChange>(databaseUrl, changesSql),
    queryOnce<Effect>(targetUrl, effectsSql),
    findRunningQueries(targetUrl),
    scene.results.files(),
  ]);
  return { ...log, batches, statements, finalRowChanges, effects, runningQueries, files };
}

/** Returns the texts of the service's queries that still run in the target database. */
export async function findRunningQueries(targetUrl: string): Promise<string[]> {
  const rows = await queryOnce<{ query: string }>(
    targetUrl,
    `select query from pg_stat_activity
     where datname = current_database() and state <> 'idle' and backend_type = 'client backend'
       and application_name <> '${CHECKER_NAME}'`,
  );
  return rows.map((row) => row.query);
}

const statementsSql = `
  select id, batch_id as "batchId", sequence, statement_text as text, status,
    start_time as "startTime", stop_time as "stopTime", results_path as "resultsPath",
    row_count::float8 as "rowCount", bytes::float8, checksum::float8, error
  from statements`;

const changesSql = `
  select table_name as table, id, before ->> 'status' as before, after ->> 'status' as after
  from chaos_final_changes order by at`;

const effectsSql = 'select marker, at, backend_pid as "backendPid" from effects';
