import type { ColumnInfo } from '@sluice/contracts';
import type { FinishedStatement } from '@sluice/database';
import type { StatementRun, StatementSummary } from '@sluice/driver-kit';
import type { ResultStore, ResultWriter } from '@sluice/results';
import { isStorageFailure, resultLost, type StatementSession } from './result-lost.js';

/** The target of {@link storeResult}. */
export interface ResultTarget extends StatementSession {
  results: Pick<ResultStore, 'create'>;
  retentionMs: number;
  /** Reports the rows stored so far, at most twice a second. */
  onProgress(rowCount: number, columns: ColumnInfo[]): Promise<void>;
}

const PROGRESS_INTERVAL_MS = 500;

/** The statement whose rows are stored. */
export interface StoredStatement {
  id: string;
  startedOn: Date;
  /** How many workers have started to store its rows before. Default: 0. */
  adoption?: number;
}

/**
 * Streams the rows of a running statement into the result store. When it returns, the result is complete
 * and durable; after an error, nothing of it remains.
 *
 * @throws DriverError when the database rejects the statement, BatchError `storage` when the rows cannot be
 *   stored.
 */
export async function storeResult(
  target: ResultTarget,
  { id, startedOn, adoption }: StoredStatement,
  run: StatementRun,
): Promise<FinishedStatement> {
  const { columns } = run;
  if (columns === null) {
    await drain(run);
    return finished(run.summary(), null, null);
  }
  let writer: ResultWriter | null = null;
  try {
    writer = await target.results.create(id, startedOn, adoption);
    await store(target, run, columns, writer);
    const stored = await writer.finish();
    return finished(run.summary(), stored, new Date(Date.now() + target.retentionMs));
  } catch (error) {
    // The sweep removes what cannot be removed now; the first error is the one to report.
    await writer?.abort().catch(() => undefined);
    if (isStorageFailure(error)) throw await resultLost(target, run, error);
    await run.giveUp();
    throw error;
  }
}

async function drain(run: StatementRun): Promise<void> {
  const chunks = run.chunks[Symbol.asyncIterator]();
  while ((await chunks.next()).done !== true);
}

/** Leaves the run open when its rows cannot be stored: the caller decides how it ends. */
async function store(
  { onProgress }: ResultTarget,
  run: StatementRun,
  columns: ColumnInfo[],
  writer: ResultWriter,
): Promise<void> {
  let reportedAtMs = performance.now();
  const chunks = run.chunks[Symbol.asyncIterator]();
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    await writer.append(next.value);
    if (performance.now() - reportedAtMs < PROGRESS_INTERVAL_MS) continue;
    await writer.flush();
    await onProgress(writer.rowCount, columns);
    reportedAtMs = performance.now();
  }
}

function finished(
  summary: StatementSummary,
  stored: Awaited<ReturnType<ResultWriter['finish']>> | null,
  expiresAt: Date | null,
): FinishedStatement {
  return {
    columns: summary.columns,
    rowCount: stored === null ? null : stored.rowCount,
    affectedRows: summary.affectedRows,
    command: summary.command,
    resultsPath: stored === null ? null : stored.resultsPath,
    bytes: stored === null ? null : stored.bytes,
    checksum: stored === null ? null : stored.crc32,
    truncatedBy: summary.truncatedBy,
    notices: summary.notices,
    expiresAt,
  };
}
