import type { ColumnInfo, ViewRequest } from '@sluice/contracts';
import type { ResultViews } from '@sluice/result-views';
import { explainMissing, storedRows, type OwnedStatement } from '../statements/index.js';

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
  const stored = storedRows(statement);
  const { path: resultsPath, bytes, rowCount } = stored ?? noRows;
  const crc32 = statement.checksum === null ? {} : { crc32: Number(statement.checksum) };
  const columns = (statement.columns as ColumnInfo[] | null) ?? [];
  const result = { resultsPath, expected: { bytes, rowCount, ...crc32 }, columns };
  return explainMissing(statement, () => views.view(result, request, signal));
}

/** The result of a statement without columns. */
const noRows = { path: '', bytes: 0, rowCount: 0 };
