import type { ColumnInfo } from '@sluice/contracts';
import type { FinishedStatement } from '@sluice/database';
import type { DriverConnection, StatementRun, StatementSummary } from '@sluice/driver-kit';
import type { ResultStore, ResultWriter } from '@sluice/results';
import { isStorageFailure, resultLost } from './result-lost.js';

/** What {@link runStatement} works with. */
export interface StatementDependencies {
  results: Pick<ResultStore, 'create'>;
  retentionMs: number;
  session: Pick<DriverConnection, 'inTransaction'>;
  /** Whether the session ends with the batch, and with it a transaction that is not committed. */
  endsWithBatch: boolean;
  /** Told about the rows stored so far, at most twice a second. */
  onProgress(rowCount: number, columns: ColumnInfo[]): Promise<void>;
}

const progressEveryMs = 500;

/** Whose rows are stored. */
export interface StoredStatement {
  id: string;
  startedOn: Date;
  /** How many workers have begun to store its rows before; none when left out. */
  adoption?: number;
}

/**
 * Sends one statement (or takes over one that was sent) and streams its rows into the store. When it
 * returns, the result is whole and durable; on any error nothing of it is left.
 *
 * @throws DriverError when the database says no, ExecutionError `storage` when the rows cannot be kept.
 */
export async function runStatement(
  dependencies: StatementDependencies,
  { id, startedOn, adoption }: StoredStatement,
  send: () => Promise<StatementRun>,
): Promise<FinishedStatement> {
  const run = await send();
  const { columns } = run;
  if (columns === null) {
    await drain(run);
    return finished(run.summary(), null, null);
  }
  let writer: ResultWriter | null = null;
  try {
    writer = await dependencies.results.create(id, startedOn, adoption);
    await store(dependencies, run, columns, writer);
    const stored = await writer.finish();
    return finished(run.summary(), stored, new Date(Date.now() + dependencies.retentionMs));
  } catch (error) {
    // What cannot be removed now is removed as an orphan; the first error is the one to tell.
    await writer?.abort().catch(() => undefined);
    if (isStorageFailure(error)) throw await resultLost(dependencies, run, error);
    await run.giveUp();
    throw error;
  }
}

async function drain(run: StatementRun): Promise<void> {
  const chunks = run.chunks[Symbol.asyncIterator]();
  while ((await chunks.next()).done !== true);
}

/** Leaves a run open whose rows cannot be stored: how it ends is up to the caller. */
async function store(
  { onProgress }: StatementDependencies,
  run: StatementRun,
  columns: ColumnInfo[],
  writer: ResultWriter,
): Promise<void> {
  let reportedAtMs = performance.now();
  const chunks = run.chunks[Symbol.asyncIterator]();
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    await writer.append(next.value);
    if (performance.now() - reportedAtMs < progressEveryMs) continue;
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
