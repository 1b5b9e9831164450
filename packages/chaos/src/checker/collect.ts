import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { checkerName, queryOnce } from '../world/postgres-server.js';
import type {
  BatchEvidence,
  ClientEntry,
  Effect,
  Evidence,
  FaultTime,
  FinalRowChange,
  ResultFile,
  StatementEvidence,
} from './evidence.js';

/** Where the evidence lies. */
export interface Scene {
  databaseUrl: string;
  targetUrl: string;
  resultsFolder: string;
}

/** What only the run itself knows. */
export interface RunLog {
  clients: ClientEntry[];
  faults: FaultTime[];
  finalWithinMs: number;
}

/** Reads all that a run left behind. */
export async function collect(scene: Scene, log: RunLog): Promise<Evidence> {
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
    readResults(scene.resultsFolder),
  ]);
  return { ...log, batches, statements, finalRowChanges, effects, runningQueries, files };
}

/** Texts of the service's queries that run in the target database now. */
export async function findRunningQueries(targetUrl: string): Promise<string[]> {
  const rows = await queryOnce<{ query: string }>(
    targetUrl,
    `select query from pg_stat_activity
     where datname = current_database() and state <> 'idle' and backend_type = 'client backend'
       and application_name <> '${checkerName}'`,
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

/** Every file below the results folder. */
export async function readResults(folder: string): Promise<ResultFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: ResultFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const content = await readFile(full).catch(gone);
    if (content === null) continue;
    files.push({
      path: full.slice(folder.length + 1),
      bytes: content.length,
      crc32: crc32(content),
      rows: rowsIn(content),
    });
  }
  return files;
}

/** What still writes may rename or remove a file between the listing and the look at it. */
function gone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function rowsIn(content: Buffer): number | null {
  try {
    const rows: unknown = JSON.parse(content.toString('utf8'));
    return Array.isArray(rows) ? rows.length : null;
  } catch {
    return null;
  }
}
