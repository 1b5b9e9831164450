import type { ColumnInfo, CompareRequest, ViewRequest } from '@sluice/contracts';
import type { ResultViews, ViewedResult, WrittenFile } from '@sluice/result-views';
import {
  explainMissing,
  storedRows,
  type OwnedStatement,
  type ReadableStatement,
} from '../statements/index.js';

/**
 * Returns the JSON body of a view of a statement's stored rows.
 *
 * @throws AppError 400, 404 `results_not_ready` or `results_expired`, `view_limit`, `view_timeout`, `unavailable`;
 * ResultsError when the stored data is missing or damaged; the reason of the signal
 */
export function viewStatement(
  views: ResultViews,
  statement: OwnedStatement,
  request: ViewRequest,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const result = viewedResult(statement);
  return explainMissing(statement, () => views.view(result, request, signal));
}

/**
 * Returns the JSON body of a comparison of two statements' stored rows.
 *
 * @throws the errors of {@link viewStatement}
 */
export function compareStatements(
  views: ResultViews,
  { before, after }: { before: OwnedStatement; after: OwnedStatement },
  request: Omit<CompareRequest, 'before'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const earlier = viewedResult(before);
  const later = viewedResult(after);
  return explainMissing(after, () =>
    explainMissing(before, () => views.compare(earlier, later, request, signal)),
  );
}

/**
 * Writes the rows of a statement that its reader may read as a Parquet file.
 *
 * @throws the errors of {@link viewStatement}
 */
export function parquetOfStatement(
  views: ResultViews,
  statement: ReadableStatement,
  signal: AbortSignal,
): Promise<WrittenFile> {
  const result = viewedResult(statement);
  return explainMissing(statement, () => views.parquet(result, statement.maxRows, signal));
}

/** @throws AppError 404 `results_not_ready` or `results_expired` */
function viewedResult(statement: OwnedStatement): ViewedResult {
  const { path: resultsPath, bytes, rowCount } = storedRows(statement) ?? noRows;
  const crc32 = statement.checksum === null ? {} : { crc32: Number(statement.checksum) };
  const columns = (statement.columns as ColumnInfo[] | null) ?? [];
  return { resultsPath, expected: { bytes, rowCount, ...crc32 }, columns };
}

/** The result of a statement without columns. */
const noRows = { path: '', bytes: 0, rowCount: 0 };
